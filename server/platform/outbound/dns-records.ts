import { Resolver } from "node:dns/promises";
import { codeOf } from "#server/platform/work/error-code.ts";

/** What a resolver says of a name: its records, none where there is none; null where it gave no usable answer. */
export type DnsAnswer = string[] | null;

/** One resolver, or those of this machine as one. None of its functions rejects. */
export type DnsReader = {
	/** Texts of a name's TXT records, each put together from its parts. */
	txt: (name: string) => Promise<DnsAnswer>;
	/** What a name is an alias of. */
	cname: (name: string) => Promise<DnsAnswer>;
	/** All addresses that a name leads to, by an alias or not. */
	addresses: (name: string) => Promise<DnsAnswer>;
	/** The servers that take a name's email. */
	mail: (name: string) => Promise<DnsAnswer>;
};

/** What plays DNS instead of the internet: then names below localhost can be own domains. */
export type DnsStandIn = {
	/** Its address, as `DOMAIN_RESOLVERS` takes it. */
	resolver: string;
	/** Path of the page that writes its records. */
	page: string;
	/** Calls back after each change of a record. */
	onChange: (listener: () => void) => void;
};

/** Answers that a name, or this kind of record, doesn't exist. Any other error is the resolver's trouble. */
const ANSWERS = new Set(["ENOTFOUND", "ENODATA"]);
const DNS = { timeout: 1_000, tries: 2 };

/**
 * @param nameServers addresses of recursive resolvers, each asked by itself; null for those of this machine
 * @param deadlineMs after which a question counts as unanswered: c-ares bounds single tries only
 */
export function createDnsReaders(nameServers: readonly string[] | null, deadlineMs: number): DnsReader[] {
	return nameServers === null
		? [createReader(null, deadlineMs)]
		: nameServers.map((server) => createReader(server, deadlineMs));
}

function createReader(nameServer: string | null, deadlineMs: number): DnsReader {
	async function ask(question: (resolver: Resolver) => Promise<string[]>): Promise<DnsAnswer> {
		const resolver = new Resolver(DNS);
		if (nameServer !== null) resolver.setServers([nameServer]);
		const timer = setTimeout(() => resolver.cancel(), deadlineMs);
		try {
			return await question(resolver);
		} catch (error) {
			return ANSWERS.has(codeOf(error)) ? [] : null;
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		txt: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
		cname: (name) => ask(async (resolver) => (await resolver.resolveCname(name)).map(plainName)),
		mail: (name) =>
			ask(async (resolver) => (await resolver.resolveMx(name)).map(({ exchange }) => plainName(exchange))),
		async addresses(name) {
			const [four, six] = await Promise.all([
				ask((resolver) => resolver.resolve4(name)),
				ask((resolver) => resolver.resolve6(name)),
			]);
			return four === null || six === null ? null : [...four, ...six];
		},
	};
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}
