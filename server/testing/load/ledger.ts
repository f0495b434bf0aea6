import { type Call, getRequest, startClients } from "./clients.ts";

/** What was sent and what was answered, by path. A request whose answer never came was sent all the same. */
export type LedgerEntry = { sent: number; answered: number };

export type Ledger = {
	entries(): Map<string, LedgerEntry>;
	/** Answers other than the redirect, by status. */
	others(): Record<string, number>;
	/** Connections that broke or could not be made. */
	broken(): number;
	/** Stops sending, and waits for what is under way. */
	stop(): Promise<void>;
};

/** Clients that ask for `paths` in turn on `connections` connections until they are stopped, and write down each answer. */
export function startLedger(options: {
	port: number;
	paths: string[];
	connections: number;
	userAgent: string;
	perSecond?: number;
}): Ledger {
	const { port, paths, connections, userAgent, ...rate } = options;
	const calls = paths.map(
		(path): Call => ({ name: path, request: getRequest(path, { "User-Agent": userAgent }), status: 302 }),
	);
	let asked = 0;
	const next = () => calls[asked++ % calls.length] as Call;
	const clients = startClients({ port, connections, next, ...rate });

	return {
		entries() {
			const tallies = paths.map((path) => [path, clients.tally(path)] as const);
			return new Map(tallies.map(([path, { sent, right }]) => [path, { sent, answered: right }]));
		},
		others() {
			const sums: Record<string, number> = {};
			for (const { wrong } of paths.map(clients.tally))
				for (const [status, count] of Object.entries(wrong)) sums[status] = (sums[status] ?? 0) + count;
			return sums;
		},
		broken: () => clients.refused + clients.unanswered,
		stop: clients.stop,
	};
}
