import pg from "pg";
import { addressesOf } from "#server/platform/config/database-addresses.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { NoPrimaryError } from "./unreachable.ts";

/** One of a database's hosts. */
export type Host = { address: string; host: string; port: number };

export type Primary = {
	/**
	 * The host that takes writes: the last one known, else all are asked.
	 * @param withinMs how long a host may take to answer
	 * @throws NoPrimaryError with each host's reason
	 */
	find(withinMs?: number): Promise<Host>;
	/** Any of them, for what is the same for all: user, password, name and settings. */
	anyAddress: string;
	/** Has the hosts asked again, if this one is still thought to be the primary. */
	doubt(host: Host): void;
	/** Names a connection, which is cut once another host is the primary: a silent host would hold it for minutes. */
	connected(client: pg.Client, host: Host): void;
};

/** The timeline rises with each promotion; null on a standby. */
const TIMELINE = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

/** One for all pools of an address, so that what one learns saves the others a failure. */
const known = new Map<string, Primary>();

/** Who is the primary of an address with several hosts (P690); null for one host, which nobody asks. */
export function primaryOf(url: string): Primary | null {
	const addresses = addressesOf(url);
	if (addresses.length < 2) return null;
	const primary = known.get(url) ?? createPrimary(addresses);
	known.set(url, primary);
	return primary;
}

/** The address of the one host that takes writes. @throws NoPrimaryError if there are several hosts and none does */
export async function primaryAddress(url: string): Promise<string> {
	const found = await primaryOf(url)?.find();
	return found?.address ?? url;
}

function createPrimary(addresses: string[]): Primary {
	const hosts = addresses.map(hostOf);
	const connections = new Map<pg.Client, Host>();
	let current: Host | null = null;
	let finding: Promise<Host> | null = null;

	async function ask(withinMs: number): Promise<Host> {
		const answers = await Promise.all(hosts.map((host) => answerOf(host, withinMs)));
		// A former primary that came back without learning of the promotion has an older timeline.
		const [newest] = answers
			.filter(({ timeline }) => timeline !== "")
			.sort((a, b) => (a.timeline < b.timeline ? 1 : -1));
		if (!newest) throw new NoPrimaryError(answers.map(({ host, reason }) => ({ address: host.address, reason })));
		for (const [client, host] of connections) if (host !== newest.host) cut(client);
		current = newest.host;
		return newest.host;
	}

	return {
		anyAddress: addresses[0] ?? "",
		async find(withinMs = DEADLINES.databaseAnswer) {
			if (current) return current;
			finding ??= ask(withinMs).finally(() => {
				finding = null;
			});
			return finding;
		},
		doubt(host) {
			if (current === host) current = null;
		},
		connected(client, host) {
			connections.set(client, host);
			client.once("end", () => connections.delete(client));
		},
	};
}

/** Fails what is under way on a connection, whose pool drops it. */
export function cut({ connection }: pg.Client): void {
	connection.stream.destroy(new Error("Connection terminated: its database host is no longer the primary"));
}

type Answer = { host: Host; timeline: string; reason: Error | null };

async function answerOf(host: Host, withinMs: number): Promise<Answer> {
	const client = new pg.Client({
		connectionString: host.address,
		connectionTimeoutMillis: withinMs,
		query_timeout: withinMs,
		application_name: "visualink",
	});
	client.on("error", () => {});
	try {
		await client.connect();
		const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
		return { host, timeline: rows[0]?.timeline ?? "", reason: null };
	} catch (error) {
		return { host, timeline: "", reason: error instanceof Error ? error : new Error(String(error)) };
	} finally {
		client.end().catch(() => {});
	}
}

function hostOf(address: string): Host {
	const { hostname, port } = new URL(address);
	return { address, host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"), port: Number(port || 5432) };
}
