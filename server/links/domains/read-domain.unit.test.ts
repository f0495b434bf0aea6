import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDnsReaders } from "#server/platform/outbound/dns-records.ts";
import { type NameServer, startNameServer } from "#server/sandbox/dns/name-server.ts";
import { pointingWords, txtWords } from "#shared/links/domains/domain-check.ts";
import { checkOf, readDomain } from "./read-domain.ts";

const HOST = "go.brand.example";
const TXT = `_visualink.${HOST}`;
const TARGET = "links.visualink.example";
const TOKEN = "0123456789abcdef0123456789abcdef01234567";
const GOOD = `visualink=${TOKEN}`;

let servers: NameServer[] = [];
beforeAll(async () => {
	servers = await Promise.all([startNameServer(), startNameServer(), startNameServer()]);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));
beforeEach(() => {
	for (const server of servers) {
		server.clear();
		server.fail(null);
		server.set(TARGET, "A", "192.0.2.1", "192.0.2.2");
		server.set(TARGET, "AAAA", "2001:db8::1");
	}
});

/** What three resolvers see, by what each of them has. */
async function seen(...setUp: ((server: NameServer) => void)[]) {
	for (const [n, server] of servers.entries()) setUp[n % setUp.length]?.(server);
	const readers = createDnsReaders(
		servers.map(({ address }) => address),
		60_000,
	);
	return checkOf(await readDomain(readers, HOST, TARGET), TOKEN, false);
}
const nothing = () => {};
const broken = (server: NameServer) => server.fail("SERVFAIL");
const good = (server: NameServer) => server.set(TXT, "TXT", GOOD);

test.each<[string, string, string, ((server: NameServer) => void)[]]>([
	["nothing", "missing", "Not found at 3 resolvers.", [nothing]],
	["the record", "found", "Found.", [good]],
	["in parts", "found", "Found.", [(s) => s.set(TXT, "TXT", [GOOD.slice(0, 12), GOOD.slice(12)])]],
	[
		"pasted with its quotation marks, in capitals",
		"found",
		"Found.",
		[(s) => s.set(TXT, "TXT", ` "${GOOD.toUpperCase()}" `)],
	],
	["next to another", "found", "Found.", [(s) => s.set(TXT, "TXT", "v=spf1 -all", GOOD)]],
	[
		"another",
		"missing",
		"There's another TXT record at this name. Add this one next to it.",
		[(s) => s.set(TXT, "TXT", "v=spf1 -all")],
	],
	[
		"another account's",
		"missing",
		"There's another TXT record at this name. Add this one next to it.",
		[(s) => s.set(TXT, "TXT", "visualink=abc")],
	],
	[
		"a token that only begins alike",
		"missing",
		"There's another TXT record at this name. Add this one next to it.",
		[(s) => s.set(TXT, "TXT", `${GOOD}0`)],
	],
	[
		"the record at a name with the domain twice",
		"missing",
		"The name of your TXT record has your domain twice. Enter the name without it.",
		[(s) => s.set(`${TXT}.brand.example`, "TXT", GOOD)],
	],
	["the record at the host itself", "missing", "Not found at 3 resolvers.", [(s) => s.set(HOST, "TXT", GOOD)]],
	[
		"an alias to a name that has it",
		"missing",
		"There's a CNAME record at this name. Replace it with the TXT record.",
		[
			(s) => {
				s.set(TXT, "CNAME", "theirs.evil.example");
				s.set("theirs.evil.example", "TXT", GOOD);
			},
		],
	],
	[
		"a wildcard alias to a name that has it",
		"missing",
		"There's a CNAME record at this name. Replace it with the TXT record.",
		[
			(s) => {
				s.set("*.brand.example", "CNAME", "theirs.evil.example");
				s.set("theirs.evil.example", "TXT", GOOD);
			},
		],
	],
	[
		"some resolvers only",
		"split",
		"Found at 1 of 3 resolvers. DNS changes can take a while to spread.",
		[good, nothing, nothing],
	],
	["one resolver fails, two have it", "found", "Found.", [broken, good, good]],
	["one resolver fails, two don't have it", "missing", "Not found at 2 resolvers.", [broken, nothing, nothing]],
	["two resolvers fail", "unreachable", "Your DNS servers didn't answer. We'll check again.", [broken, broken, good]],
	["all resolvers fail", "unreachable", "Your DNS servers didn't answer. We'll check again.", [broken]],
])("the TXT record: %s is %s (P621)", async (_what, state, words, setUp) => {
	const check = await seen(...setUp);
	expect([check.txt.state, txtWords(check)]).toEqual([state, words]);
});

test.each<[string, string, string, ((server: NameServer) => void)[]]>([
	["nothing", "nowhere", "Doesn't point anywhere yet.", [nothing]],
	["an alias to us", "here", "Points here.", [(s) => s.set(HOST, "CNAME", TARGET)]],
	["some of our addresses", "here", "Points here.", [(s) => s.set(HOST, "A", "192.0.2.2")]],
	["another address", "elsewhere", "Points to 198.51.100.7 instead.", [(s) => s.set(HOST, "A", "198.51.100.7")]],
	[
		"one of ours, and another",
		"elsewhere",
		"Points to 198.51.100.7 instead.",
		[(s) => s.set(HOST, "A", "192.0.2.1", "198.51.100.7")],
	],
	[
		"ours, and an old IPv6 address",
		"elsewhere",
		"Points to 2001:db8::bad instead.",
		[
			(s) => {
				s.set(HOST, "A", "192.0.2.1");
				s.set(HOST, "AAAA", "2001:db8::bad");
			},
		],
	],
	[
		"an alias that leads nowhere",
		"nowhere",
		"Points to gone.example, which doesn't exist.",
		[(s) => s.set(HOST, "CNAME", "gone.example")],
	],
	["a wildcard that leads to us", "here", "Points here.", [(s) => s.set("*.brand.example", "CNAME", TARGET)]],
	["all resolvers fail", "unreachable", "Your DNS servers didn't answer. We'll check again.", [broken]],
	[
		...([
			"some resolvers only",
			"split",
			"Points here at 2 of 3 resolvers. DNS changes can take a while to spread.",
		] as const),
		[(s) => s.set(HOST, "CNAME", TARGET), (s) => s.set(HOST, "CNAME", TARGET), nothing],
	],
])("the host: %s is %s (P621)", async (_what, state, words, setUp) => {
	const check = await seen(...setUp);
	expect([check.pointing.state, pointingWords(check)]).toEqual([state, words]);
});
