import { createHash } from "node:crypto";
import { Resolver } from "node:dns/promises";
import net from "node:net";
import { codeOf } from "#server/platform/work/error-code.ts";

/**
 * DNS and connections. Access is checked before (`connection.ts`): another wire changes where addresses lead, not which
 * are allowed.
 */
export type Wire = {
	/** All addresses of a name, unordered. @throws if it has none, or can't be resolved */
	resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
	connect: (to: Destination) => net.Socket;
};

export type Destination = {
	address: string;
	port: number;
	host: string;
};

/** Names that a sandbox redirects; plain data, so that it can be sent to another thread. */
export type Detour = {
	names: RegExp;
	/** One IPv4 address for all names, or the first two bytes of a network with one each. */
	addresses: `${number}.${number}` | `${number}.${number}.${number}.${number}`;
	/** Null: the port is the first group of `names`. */
	to: { host: string; port: number | null };
};

const DNS = { timeout: 1_000, tries: 2 };

/**
 * Queries name servers directly: the system's look-up knows local names, and blocks one of few threads while a server
 * is slow.
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
			const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
			// That a name doesn't exist is known only if both answers say so.
			const failure = failures.find((error) => codeOf(error) !== "ENOTFOUND") ?? (failures.length > 1 && failures[0]);
			if (addresses.length === 0) throw failure || new Error(`${name} has no address`);
			return addresses;
		} finally {
			signal.removeEventListener("abort", cancel);
		}
	},
	connect: ({ address, port }) => net.connect({ host: address, port }),
});

/** The internet, except for these names. @param nameServers with their ports; null for this machine's */
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
			return detour ? net.connect(destinationOf(detour, to.host)) : connect(to);
		},
	};
}

function destinationOf({ names, to }: Detour, name: string): { host: string; port: number } {
	return { host: to.host, port: to.port ?? Number(names.exec(name)?.[1]) };
}

function addressOf({ addresses }: Detour, name: string): string {
	if (net.isIPv4(addresses)) return addresses;
	const [third, fourth] = createHash("sha256").update(name).digest();
	return `${addresses}.${third}.${fourth}`;
}
