import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDnsReaders } from "#server/platform/outbound/dns-records.ts";
import { type NameServer, startNameServer } from "#server/sandbox/dns/name-server.ts";
import { type DomainCheck, pointingWords, statusOf, txtWords } from "#shared/links/domains/domain-check.ts";
import { nextState } from "./next-state.ts";
import { checkOf, readDomain } from "./read-domain.ts";

const HOST = "go.brand.example";
const TARGET = "links.visualink.example";
const TOKEN = "0123456789abcdef0123456789abcdef01234567";
const AT = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

let servers: NameServer[] = [];
let cut: NameServer;
beforeAll(async () => {
	servers = await Promise.all([startNameServer(), startNameServer(), startNameServer()]);
	cut = await startNameServer({ isCut: true });
});
afterAll(() => Promise.all([cut, ...servers].map((server) => server.close())));
beforeEach(() => {
	for (const server of [cut, ...servers]) {
		server.clear();
		server.fail(null);
		server.set(TARGET, "A", "192.0.2.1");
	}
});

const good = (server: NameServer) => {
	server.set(`_visualink.${HOST}`, "TXT", `visualink=${TOKEN}`);
	server.set(HOST, "CNAME", TARGET);
};
const gone = () => {};
type Fault = Parameters<NameServer["fail"]>[0];
const FAILS: Fault[] = ["SERVFAIL", "REFUSED", "garbage", "silent"];
/** Answers of a resolver that is wrong: it says that nothing exists. */
const LIES: Fault[] = ["NXDOMAIN", "empty"];

/** What three resolvers see: what exists at those that work, and a fault at the first ones. */
async function seen(exists: (server: NameServer) => void, fault: Fault, faulty: number): Promise<DomainCheck> {
	const readers = servers.flatMap((server, n) => {
		exists(server);
		server.fail(n < faulty ? fault : null);
		return createDnsReaders([server.address], n < faulty && fault === "silent" ? 50 : 60_000);
	});
	return checkOf(await readDomain(readers, HOST, TARGET), TOKEN, false);
}

/** What becomes of an active domain that is checked daily for a month, and always sees this. */
function afterAMonth(check: DomainCheck): string {
	let state = { verifiedAt: new Date(AT - DAY), pointedAt: new Date(AT - DAY), failingSince: null } as {
		verifiedAt: Date | null;
		pointedAt: Date | null;
		failingSince: Date | null;
	};
	for (let day = 0; day < 30; day++) {
		state = nextState({ ...state, createdAt: new Date(AT - DAY) }, check, new Date(AT + day * DAY));
	}
	return statusOf(state);
}

const AWAY = "Your DNS servers didn't answer. We'll check again.";
const spread = (what: string, count: number) =>
	`${what} at ${count} of 3 resolvers. DNS changes can take a while to spread.`;
const found = ["found", "Found.", "here", "Points here."];
const unreachable = ["unreachable", AWAY, "unreachable", AWAY];
const lost = (count: number) => [
	"missing",
	`Not found at ${count} resolvers.`,
	"nowhere",
	"Doesn't point anywhere yet.",
];
const split = (count: number) => ["split", spread("Found", count), "split", spread("Points here", count)];

const rows: [what: string, () => Promise<DomainCheck>, says: string[], afterwards: string][] = [
	["all resolvers work", () => seen(good, null, 0), found, "active"],
	["all resolvers say that it is gone", () => seen(gone, null, 0), lost(3), "off"],
	...FAILS.flatMap((fault): typeof rows => [
		[`${fault} at one, two have it`, () => seen(good, fault, 1), found, "active"],
		[`${fault} at two, one has it`, () => seen(good, fault, 2), unreachable, "active"],
		[`${fault} at all`, () => seen(good, fault, 3), unreachable, "active"],
		[`${fault} at one, gone at two`, () => seen(gone, fault, 1), lost(2), "off"],
		[`${fault} at two, gone at one`, () => seen(gone, fault, 2), unreachable, "active"],
	]),
	...LIES.flatMap((fault): typeof rows => [
		[`${fault} at one, two have it`, () => seen(good, fault, 1), split(2), "active"],
		[`${fault} at two, one has it`, () => seen(good, fault, 2), split(1), "active"],
	]),
];

test.each(rows)("P622: %s: words and a month of it", async (_what, read, says, afterwards) => {
	const check = await read();
	expect([check.txt.state, txtWords(check), check.pointing.state, pointingWords(check)]).toEqual(says);
	expect(afterAMonth(check)).toBe(afterwards);
});

test("P622: an answer that is cut over UDP is read whole over TCP", async () => {
	good(cut);
	cut.set(`_visualink.${HOST}`, "TXT", ...Array.from({ length: 60 }, (_, n) => `visualink=${n}`), `visualink=${TOKEN}`);
	const check = checkOf(await readDomain(createDnsReaders([cut.address], 60_000), HOST, TARGET), TOKEN, false);
	expect([check.txt.state, check.pointing.state]).toEqual(["found", "here"]);
});

test("P622: a resolver that doesn't know our own address says nothing of where a host points", async () => {
	for (const server of servers) {
		server.set(TARGET, "A");
		server.set(HOST, "A", "192.0.2.1");
	}
	const readers = createDnsReaders(
		servers.map(({ address }) => address),
		60_000,
	);
	const check = checkOf(await readDomain(readers, HOST, TARGET), TOKEN, false);
	expect(check.pointing.state).toBe("unreachable");
});

test("P622: IPv6 that isn't answered leaves the address unknown, but an alias is enough", async () => {
	const reader = { txt: async () => [], cname: async () => [], addresses: async () => null, mail: async () => [] };
	const aliased = { ...reader, cname: async (name: string) => (name === HOST ? [TARGET] : []) };
	expect((await readDomain([reader], HOST, TARGET)).pointing.state).toBe("unreachable");
	expect((await readDomain([aliased], HOST, TARGET)).pointing.state).toBe("here");
});
