import { afterAll, beforeAll, expect, test } from "vitest";
import { type NameServer, startNameServer } from "#server/sandbox/dns/name-server.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createClock, domainsOf, TARGET } from "#server/testing/dns/domains-of.ts";
import { type Domain, domain } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

const servers = [await startNameServer(), await startNameServer(), await startNameServer()];
const clock = createClock();
const app = useTestApp({
	now: clock.now,
	env: { DOMAIN_RESOLVERS: servers.map(({ address }) => address).join(" "), DOMAIN_TARGET: TARGET },
});
const everywhere = { set: (...record: Parameters<NameServer["set"]>) => servers.map((each) => each.set(...record)) };
const { add, check } = domainsOf(everywhere as never, clock);

let ada: Subscriber;
let eve: Subscriber;
beforeAll(async () => {
	[ada, eve] = [await subscriber(app), await subscriber(app)];
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

function reset(): void {
	for (const server of servers) {
		server.clear();
		server.fail(null);
	}
	everywhere.set(TARGET, "A", "192.0.2.1");
}

const HOST = "go.brand-name.example";
const PARENT = "brand-name.example";
const TXT = `_visualink.${HOST}`;
const recordOf = ({ records }: Domain) => records[0]?.value ?? "";

/** How Eve writes Ada's host. */
const WRITTEN: Record<string, string> = {
	plain: HOST,
	capitals: HOST.toUpperCase(),
	"a dot at its end": `${HOST}.`,
	"a scheme": `https://${HOST}/`,
	"full-width letters": HOST.replace("brand", "ｂｒａｎｄ"),
	"other dots": HOST.replaceAll(".", "。"),
	"an invisible letter": HOST.replace("brand", "bra\u00adnd"),
	"blanks around": `\u00a0 ${HOST}\t`,
	"mathematical letters": HOST.replace("name", "𝐧𝐚𝐦𝐞"),
	"a name below": `sub.${HOST}`,
	"a name next to it": HOST.replace("go.", "goo."),
};
/** What Eve manages to have in DNS, without the TXT record itself. @param value what her record must have */
const IN_DNS: Record<string, (value: string) => void> = {
	nothing: () => {},
	"an address of ours": () => everywhere.set(HOST, "A", "192.0.2.1"),
	"an alias to us": () => everywhere.set(HOST, "CNAME", TARGET),
	"a wildcard alias to us": () => everywhere.set(`*.${PARENT}`, "CNAME", TARGET),
	"her record at the host": (value) => everywhere.set(HOST, "TXT", value),
	"her record above": (value) => everywhere.set(`_visualink.${PARENT}`, "TXT", value),
	"her record below": (value) => everywhere.set(`x.${TXT}`, "TXT", value),
	"her record with a hyphen": (value) => everywhere.set(`visualink.${HOST}`, "TXT", value),
	"an alias to hers": (value) => {
		everywhere.set(TXT, "CNAME", "t.eve.example");
		everywhere.set("t.eve.example", "TXT", value);
	},
	"a wildcard alias to hers": (value) => {
		everywhere.set(`*.${HOST}`, "CNAME", "t.eve.example");
		everywhere.set(`*.${PARENT}`, "CNAME", "t.eve.example");
		everywhere.set("t.eve.example", "TXT", value);
	},
	"her record at one resolver": (value) => servers[0]?.set(TXT, "TXT", value),
	"her record at two resolvers": (value) => servers.slice(0, 2).map((each) => each.set(TXT, "TXT", value)),
	"her record at one resolver, and no answer of the others": (value) => {
		servers[0]?.set(TXT, "TXT", value);
		for (const each of servers.slice(1)) each.fail("REFUSED");
	},
	"her record at one resolver, and one without an answer": (value) => {
		servers[0]?.set(TXT, "TXT", value);
		servers[1]?.fail("SERVFAIL");
	},
	"a part of her record": (value) => everywhere.set(TXT, "TXT", value.slice(0, -4)),
	"her record and more": (value) => everywhere.set(TXT, "TXT", `${value}00`, `x${value}`),
};
const STATES = ["free", "held", "failing", "off", "removed"] as const;

const rows = STATES.flatMap((state) => Object.keys(IN_DNS).map((inDns) => [state, inDns] as const)).map(
	([state, inDns], n) => [state, inDns, Object.keys(WRITTEN)[n % Object.keys(WRITTEN).length] ?? ""] as const,
);

test.each(rows)("of a host that is %s, nobody gets it by %s, written with %s (P622)", async (state, inDns, written) => {
	for (const spelling of new Set(["plain", written])) {
		const host = WRITTEN[spelling] ?? "";
		await app.deps.pool.query("DELETE FROM domains");
		reset();
		const hers = state === "free" ? null : await holder();
		const answer = await eve.post(API.domains.all, { host });
		const added = answer.status === 201 ? domain.parse(await answer.json()) : null;
		if (added) {
			if (hers && state === "held") everywhere.set(TXT, "TXT", recordOf(hers));
			IN_DNS[inDns]?.(recordOf(added));
			expect([spelling, (await check(eve, added)).status]).toEqual([spelling, "waiting"]);
		}
		const { rows: verified } = await app.deps.pool.query(
			"SELECT 1 FROM domains WHERE verified_at IS NOT NULL AND user_id = $1",
			[eve.user.id],
		);
		expect([spelling, verified]).toEqual([spelling, []]);
	}

	/** Ada's domain in this state. */
	async function holder(): Promise<Domain> {
		const own = await add(ada, HOST);
		everywhere.set(TXT, "TXT", recordOf(own));
		expect((await check(ada, own)).status).toBe("active");
		if (state !== "held") everywhere.set(TXT, "TXT");
		if (state === "failing" || state === "off") await check(ada, own);
		if (state === "off") {
			clock.pass(8 * 86_400_000);
			expect((await check(ada, own)).status).toBe("off");
		}
		if (state === "removed") expect((await ada.delete(API.domains.one(own.id))).status).toBe(204);
		return own;
	}
});

test("of twelve accounts that prove a host again and again at once, one at a time has it (P622)", async () => {
	reset();
	await app.deps.pool.query("DELETE FROM domains");
	const people = await Promise.all(Array.from({ length: 12 }, () => subscriber(app)));
	const all = await Promise.all(people.map((person) => add(person, HOST)));
	for (let round = 0; round < 6; round++) {
		const proven = all.filter((_, n) => round % 2 === 0 || n % 6 === round);
		everywhere.set(TXT, "TXT", ...proven.map(recordOf));
		clock.pass(6_000);
		await Promise.all(people.map((person, n) => person.post(API.domains.check(all[n]?.id ?? 0))));
		const { rows: holders } = await app.deps.pool.query("SELECT token FROM domains WHERE verified_at IS NOT NULL");
		expect(holders).toHaveLength(1);
		expect(proven.map(recordOf)).toContain(`visualink=${holders[0]?.token}`);
	}
});
