import net from "node:net";

/** What was sent and what was answered, by path. A request whose answer never came was sent all the same. */
export type LedgerEntry = { sent: number; answered: number };

export type Ledger = {
	entries: ReadonlyMap<string, LedgerEntry>;
	/** Answers other than the redirect, by status. */
	others: ReadonlyMap<string, number>;
	/** Connections that broke or could not be made. */
	broken: number;
	/** Stops sending, and waits for what is under way. */
	stop(): Promise<void>;
};

const RETRY_MS = 20;

/** A client that asks for `paths` in turn on `connections` connections until it is stopped, and writes down each answer. */
export function startLedger(options: {
	port: number;
	paths: string[];
	connections: number;
	userAgent: string;
}): Ledger {
	const { port, paths, connections, userAgent } = options;
	const entries = new Map(paths.map((path): [string, LedgerEntry] => [path, { sent: 0, answered: 0 }]));
	const others = new Map<string, number>();
	const ledger = { entries, others, broken: 0, stop };
	let isStopped = false;
	let next = 0;

	/** One connection, until it breaks or the ledger is stopped. */
	function drive(): Promise<void> {
		return new Promise((resolve) => {
			const socket = net.connect(port, "127.0.0.1");
			let path = "";
			let received = "";
			const send = () => {
				if (isStopped) return socket.end();
				path = paths[next++ % paths.length] ?? "";
				received = "";
				entryOf(path).sent += 1;
				socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\n\r\n`);
			};
			socket.setNoDelay(true);
			socket.on("connect", send);
			socket.on("data", (chunk) => {
				received += chunk.toString("latin1");
				if (!received.includes("\r\n\r\n")) return;
				const status = received.slice(9, 12);
				if (status === "302") {
					entryOf(path).answered += 1;
					send();
					return;
				}
				others.set(status, (others.get(status) ?? 0) + 1);
				// The body of another answer is of no interest: begin anew.
				socket.destroy();
			});
			socket.on("error", () => {
				ledger.broken += 1;
			});
			socket.on("close", () => resolve());
		});
	}

	function entryOf(path: string): LedgerEntry {
		const entry = entries.get(path);
		if (!entry) throw new Error(`Not asked for: ${path}`);
		return entry;
	}

	async function keepDriving(): Promise<void> {
		while (!isStopped) {
			await drive();
			if (!isStopped) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	}

	const driving = Promise.all(Array.from({ length: connections }, keepDriving));
	async function stop(): Promise<void> {
		isStopped = true;
		await driving;
	}
	return ledger;
}
