import { connect } from "./connection.ts";
import { createLatencies, type Latencies } from "./latencies.ts";

/** One HTTP request, whole, and the status that is right for it. */
export type Call = {
	name: string;
	request: string | Buffer;
	status: number;
	/** Looks at the head of an answer with the right status. */
	isRight?: (head: string) => boolean;
};

export type Tally = { sent: number; right: number; wrong: Record<string, number>; latencies: Latencies };

export type Clients = {
	/** What became of the calls, by their name. */
	tally(name: string): Tally;
	/** Requests whose connection ended before their answer. */
	unanswered: number;
	/** Those of them that were the first on their connection: the process may never have seen it. */
	unansweredFirst: number;
	/** Connections that could not be made; nothing was sent on them. */
	refused: number;
	/** Stops sending, and waits for what is under way. */
	stop(): Promise<void>;
};

type Options = {
	port: number;
	connections: number;
	/** What to ask next. */
	next: () => Call;
	/** All connections together; without it each asks as soon as it was answered. */
	perSecond?: number;
};

const RECONNECT_MS = 20;

/** Clients that keep their connections alive, ask one thing after the other and leave when an answer says so. */
export function startClients({ port, connections, next, perSecond }: Options): Clients {
	const tallies = new Map<string, Tally>();
	const clients: Clients = { tally, unanswered: 0, unansweredFirst: 0, refused: 0, stop };
	let isStopped = false;
	let nextSlot = performance.now();

	function tally(name: string): Tally {
		const known = tallies.get(name) ?? { sent: 0, right: 0, wrong: {}, latencies: createLatencies() };
		tallies.set(name, known);
		return known;
	}

	/** One connection, until it ends. */
	function drive(): Promise<void> {
		return new Promise((resolve) => {
			let call: Call | null = null;
			let sentAt = 0;
			let isConnected = false;
			let isFirst = true;
			let slot: NodeJS.Timeout | undefined;

			const send = () => {
				if (isStopped) return connection.end();
				call = next();
				sentAt = performance.now();
				tally(call.name).sent += 1;
				connection.send(call.request);
			};
			const sendInTurn = () => {
				const waitMs = msUntilSlot();
				if (waitMs > 1) slot = setTimeout(send, waitMs);
				else send();
			};
			const connection = connect({
				port,
				onOpen() {
					isConnected = true;
					sendInTurn();
				},
				onAnswer(_status, bytes, headEnd) {
					if (call === null) return;
					const head = bytes.toString("latin1", 0, headEnd);
					judge(call, head, performance.now() - sentAt);
					call = null;
					isFirst = false;
					if (/\r\nconnection: close/i.test(head)) connection.end();
					else sendInTurn();
				},
				onClose() {
					clearTimeout(slot);
					if (!isConnected) clients.refused += 1;
					if (call !== null) clients.unanswered += 1;
					if (call !== null && isFirst) clients.unansweredFirst += 1;
					resolve();
				},
			});
		});
	}

	function msUntilSlot(): number {
		if (perSecond === undefined) return 0;
		const now = performance.now();
		const slot = Math.max(now, nextSlot);
		nextSlot = slot + 1_000 / perSecond;
		return slot - now;
	}

	function judge({ name, status, isRight = () => true }: Call, head: string, milliseconds: number): void {
		const { wrong, latencies } = tally(name);
		latencies.add(milliseconds);
		const seen = head.slice(9, 12);
		if (seen === String(status) && isRight(head)) tally(name).right += 1;
		else wrong[seen] = (wrong[seen] ?? 0) + 1;
	}

	async function keepDriving(): Promise<void> {
		while (!isStopped) {
			await drive();
			if (!isStopped) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
		}
	}

	const driving = Promise.all(Array.from({ length: connections }, keepDriving));
	async function stop(): Promise<void> {
		isStopped = true;
		await driving;
	}
	return clients;
}

/** A GET request on a connection that is kept alive. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
	return head(`GET ${path}`, { "Accept-Language": "en", ...headers });
}

/** A POST request of a form, likewise. */
export function postRequest(path: string, form: string): string {
	const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(form.length) };
	return head(`POST ${path}`, headers) + form;
}

function head(what: string, headers: Record<string, string>): string {
	const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
	return `${what} HTTP/1.1\r\n${lines.join("")}\r\n`;
}
