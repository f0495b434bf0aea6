import { createHash } from "node:crypto";
import { Resolver } from "node:dns/promises";
import net from "node:net";

/**
 * How the outside is reached: names become addresses, addresses become connections. What may be reached is judged before
 * it is asked (`connection.ts`), so that another wire changes where addresses lead, and never which of them are asked.
 */
export type Wire = {
	/** All addresses of a name, unordered. @throws if it has none, or can't be resolved */
	resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
	/** Begins a connection; it is not open yet when this returns. */
	connect: (to: Destination) => net.Socket;
};

export type Destination = {
	/** An IP address that was judged. */
	address: string;
	port: number;
	/** The requested name; for sandboxes that replace it. */
	host: string;
};

/** Names that a sandbox redirects; plain data, so that it can be sent to another thread. */
export type Detour = {
	/** Matches the whole name. */
	names: RegExp;
	/**
	 * Where the names lead, as it is judged: one IPv4 address for all of them, or the first two numbers of a network in which
	 * each has its own.
	 */
	addresses: `${number}.${number}` | `${number}.${number}.${number}.${number}`;
	/** Where connections to them really go. */
	to: { host: string; port: number };
};

const DNS = { timeout: 1_000, tries: 2 };

/**
 * Names are asked of name servers alone: the system's own look-up knows names of this machine, and holds one of few threads
 * for as long as a stranger's name server likes.
 */
const internet = (nameServers: readonly string[] | null): Wire => ({
	async resolve(name, signal) {
		const resolver = new Resolver(DNS);
		if (nameServers) resolver.setServers(nameServers);
		const cancel = () => resolver.cancel();
		signal.addEventListener("abort", cancel, { once: true });
		try {
			const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
			const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
			const [failure] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
			if (addresses.length === 0) throw failure ?? new Error(`${name} has no address`);
			return addresses;
		} finally {
			signal.removeEventListener("abort", cancel);
		}
	},
	connect: ({ address, port }) => net.connect({ host: address, port }),
});

/** The internet, but for these names. @param nameServers with their ports; null for those of this machine */
export function internetWith(detours: readonly Detour[], nameServers: readonly string[] | null = null): Wire {
	const { resolve, connect } = internet(nameServers);
	const detourOf = (name: string) => detours.find(({ names }) => names.test(name));
	return {
		async resolve(name, signal) {
			const detour = detourOf(name);
			return detour ? [addressOf(detour, name)] : resolve(name, signal);
		},
		connect(to) {
			const detour = detourOf(to.host);
			return detour ? net.connect(detour.to) : connect(to);
		},
	};
}

/** The same each time for one name. */
function addressOf({ addresses }: Detour, name: string): string {
	if (net.isIPv4(addresses)) return addresses;
	const [third, fourth] = createHash("sha256").update(name).digest();
	return `${addresses}.${third}.${fourth}`;
}
