import net from "node:net";

/** What one run of the generator is told, by message from the process that started it. */
export type LoadOrder = {
	port: number;
	connections: number;
	warmUpMs: number;
	measureMs: number;
	/** Whole HTTP requests, sent in turn. */
	requests: string[];
};

export type LoadResult = {
	/** Every answer, those of the warm-up too, by status. */
	answered: Record<string, number>;
	perSecond: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
};

const LENGTH = Buffer.from("Content-Length: ");
const READ_BYTES = 64 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");

process.once("message", (order: LoadOrder) => {
	run(order).then(
		(result) => process.send?.(result, () => process.exit(0)),
		(error: unknown) => {
			process.stderr.write(`${error}\n`);
			process.exit(1);
		},
	);
});

/** One request at a time on each connection, as fast as the answers come. Lean, so that it leaves the CPU to the server. */
async function run({ port, connections, warmUpMs, measureMs, requests }: LoadOrder): Promise<LoadResult> {
	const bytes = requests.map((text) => Buffer.from(text, "latin1"));
	const answered: Record<string, number> = {};
	const latencies: number[] = [];
	const from = performance.now() + warmUpMs;
	const until = from + measureMs;
	/** What is read is looked at before anything else is read, so one buffer does for all connections. */
	const shared = Buffer.allocUnsafe(READ_BYTES);
	let next = 0;

	function drive(): Promise<void> {
		return new Promise((resolve, reject) => {
			let sentAt = 0;
			let pending: Buffer | null = null;
			const socket = net.connect({
				...{ port, host: "127.0.0.1", noDelay: true },
				onread: {
					buffer: shared,
					callback(length) {
						receive(shared.subarray(0, length));
						return true;
					},
				},
			});
			const send = () => {
				sentAt = performance.now();
				socket.write(bytes[next++ % bytes.length] ?? "");
			};
			socket.on("connect", send);
			socket.on("error", reject);
			socket.on("close", () => reject(new Error("The server closed a connection.")));
			const receive = (chunk: Buffer) => {
				const received = pending === null ? chunk : Buffer.concat([pending, chunk]);
				const end = endOfResponse(received);
				const isWhole = end >= 0 && end <= received.length;
				pending = isWhole ? null : Buffer.from(received);
				if (!isWhole) return;
				const at = performance.now();
				const status = received.toString("latin1", 9, 12);
				answered[status] = (answered[status] ?? 0) + 1;
				if (at >= from && at < until) latencies.push(at - sentAt);
				if (at < until) return send();
				socket.removeAllListeners("close").destroy();
				resolve();
			};
		});
	}

	await Promise.all(Array.from({ length: connections }, drive));
	latencies.sort((a, b) => a - b);
	const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
	return { answered, perSecond: latencies.length / (measureMs / 1000), p50: percentile(0.5), p99: percentile(0.99) };
}

/** Where the first response in these bytes ends; -1 while its head is incomplete. */
function endOfResponse(bytes: Buffer): number {
	const headEnd = bytes.indexOf(HEAD_END);
	if (headEnd < 0) return -1;
	const length = bytes.indexOf(LENGTH);
	return headEnd + HEAD_END.length + (length < 0 || length > headEnd ? 0 : digitsAt(bytes, length + LENGTH.length));
}

function digitsAt(bytes: Buffer, start: number): number {
	let value = 0;
	for (let at = start; ; at++) {
		const digit = (bytes[at] ?? 0) - 48;
		if (digit < 0 || digit > 9) return value;
		value = value * 10 + digit;
	}
}
