import { connect } from "./connection.ts";

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
	let next = 0;

	function drive(): Promise<void> {
		return new Promise((resolve, reject) => {
			let sentAt = 0;
			const send = () => {
				sentAt = performance.now();
				connection.send(bytes[next++ % bytes.length] ?? "");
			};
			const connection = connect({
				port,
				onOpen: send,
				onAnswer(status) {
					const at = performance.now();
					answered[status] = (answered[status] ?? 0) + 1;
					if (at >= from && at < until) latencies.push(at - sentAt);
					if (at < until) return send();
					connection.end();
					resolve();
				},
				onClose: (error) => reject(error ?? new Error("The server closed a connection.")),
			});
		});
	}

	await Promise.all(Array.from({ length: connections }, drive));
	latencies.sort((a, b) => a - b);
	const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
	return { answered, perSecond: latencies.length / (measureMs / 1000), p50: percentile(0.5), p99: percentile(0.99) };
}
