import { afterAll, beforeEach, expect, test } from "vitest";
import { startNameServer } from "#server/sandbox/dns/name-server.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createClock, domainsOf, TARGET } from "#server/testing/dns/domains-of.ts";
import { type Domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

const DAY = 86_400_000;
const names = await startNameServer();
const clock = createClock();
const app = useTestApp({
	now: clock.now,
	env: { DOMAIN_RESOLVERS: names.address, DOMAIN_TARGET: TARGET, LINKS_ORIGIN: "http://links.visualink.example" },
});
const { add, check, prove, verified } = domainsOf(names, clock);

beforeEach(() => {
	names.clear();
	names.fail(null);
	names.set(TARGET, "A", "192.0.2.1");
});
afterAll(() => names.close());

/** Ada owns the domain, Eve wants it. Each plot returns what Eve tried to get, or null where it was refused at once. */
type Plot = (people: { ada: Subscriber; eve: Subscriber; host: string }) => Promise<Domain | null>;

const refused = async (eve: Subscriber, host: string): Promise<null> => {
	const response = await eve.post(API.domains.all, { host });
	expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_domain" }]);
	return null;
};

/** With Ada's domain verified at its beginning, and its records in place. */
const HELD: Record<string, Plot> = {
	"without any record": async ({ eve, host }) => add(eve, host),
	"in capitals": async ({ eve, host }) => add(eve, host.toUpperCase()),
	"with a trailing dot": async ({ eve, host }) => add(eve, `${host}.`),
	"in full-width letters": async ({ eve, host }) => add(eve, host.replace("brand", "ｂｒａｎｄ")),
	"with her TXT record next to Ada's": async ({ ada, eve, host }) => {
		const theirs = await add(eve, host);
		const { domains } = domainList.parse(await (await ada.get(API.domains.all)).json());
		prove(theirs, ...domains);
		return theirs;
	},
	"with her TXT record at the host itself": async ({ eve, host }) => {
		const theirs = await add(eve, host);
		names.set(host, "TXT", theirs.records[0]?.value ?? "");
		return theirs;
	},
	"with her TXT record at a name below": async ({ eve, host }) => {
		const theirs = await add(eve, host);
		names.set(`_visualink._visualink.${host}`, "TXT", theirs.records[0]?.value ?? "");
		return theirs;
	},
	"while Ada's resolvers fail": async ({ eve, host }) => {
		const theirs = await add(eve, host);
		names.fail("SERVFAIL");
		await check(eve, theirs);
		names.fail(null);
		return theirs;
	},
	"while Ada's records are gone within the grace": async ({ ada, eve, host }) => {
		const theirs = await add(eve, host);
		names.clear();
		const { domains } = domainList.parse(await (await ada.get(API.domains.all)).json());
		for (const each of domains) expect((await check(ada, each)).status).toBe("failing");
		clock.pass(3 * DAY);
		return theirs;
	},
	"after the grace is over": async ({ ada, eve, host }) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT");
		const { domains } = domainList.parse(await (await ada.get(API.domains.all)).json());
		for (const each of domains) await check(ada, each);
		clock.pass(8 * DAY);
		for (const each of domains) expect((await check(ada, each)).status).toBe("off");
		return theirs;
	},
	"by Ada's id": async ({ ada, eve, host }) => {
		const { domains } = domainList.parse(await (await ada.get(API.domains.all)).json());
		for (const { id } of domains) {
			expect((await eve.post(API.domains.check(id))).status).toBe(404);
			expect((await eve.put(API.domains.one(id), { isDefault: true })).status).toBe(404);
			expect((await eve.delete(API.domains.one(id))).status).toBe(404);
		}
		return add(eve, host);
	},
	"a name below": async ({ eve, host }) => {
		const theirs = await add(eve, `sub.${host}`);
		names.set(`sub.${host}`, "CNAME", TARGET);
		return theirs;
	},
	"a wildcard": ({ eve, host }) => refused(eve, `*.${host}`),
	"the name of the TXT record": ({ eve, host }) => refused(eve, `_visualink.${host}`),
	"with a port": ({ eve, host }) => refused(eve, `${host}:80`),
	"with a user": ({ eve, host }) => refused(eve, `eve@${host}`),
};

/** Without anyone who has it. */
const FREE: Record<string, Plot> = {
	"a host that still points to us": async ({ eve, host }) => {
		names.set(host, "CNAME", TARGET);
		return add(eve, host);
	},
	"a wildcard that points to us": async ({ eve, host }) => {
		names.set(`*.${host.split(".").slice(1).join(".")}`, "CNAME", TARGET);
		return add(eve, host);
	},
	"an alias of the TXT record that she controls": async ({ eve, host }) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "CNAME", "txt.eve.example");
		names.set("txt.eve.example", "TXT", theirs.records[0]?.value ?? "");
		return theirs;
	},
	"a wildcard alias that she controls": async ({ eve, host }) => {
		const theirs = await add(eve, host);
		names.set(`*.${host.split(".").slice(1).join(".")}`, "CNAME", "txt.eve.example");
		names.set("txt.eve.example", "TXT", theirs.records[0]?.value ?? "");
		return theirs;
	},
	"removed and added again, with the old record": async ({ eve, host }) => {
		const first = await add(eve, host);
		expect((await eve.delete(API.domains.one(first.id))).status).toBe(204);
		prove(first);
		return add(eve, host);
	},
	"the record of another of her domains": async ({ eve, host }) => {
		const other = await verified(eve, "of-eve.example");
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", other.records[0]?.value ?? "");
		return theirs;
	},
	"a letter that only looks alike": async ({ eve, host }) => {
		const theirs = await add(eve, host.replace("a", "\u0430"));
		names.set(host, "TXT", theirs.records[0]?.value ?? "");
		names.set(`_visualink.${host}`, "TXT", theirs.records[0]?.value ?? "");
		return theirs;
	},
	"where our links are": ({ eve }) => refused(eve, "links.visualink.example"),
	"a name below our links'": ({ eve }) => refused(eve, "go.links.visualink.example"),
	"the domain above our links'": ({ eve }) => refused(eve, "visualink.example"),
	"where our screens are": ({ eve }) => refused(eve, "localhost"),
	"a name below our screens'": ({ eve }) => refused(eve, "go.localhost"),
	"an address": ({ eve }) => refused(eve, "127.0.0.1"),
	"an ending that many share": ({ eve }) => refused(eve, "co.uk"),
};

const plots = [
	...Object.entries(HELD).map(([what, plot]) => [what, true, plot] as const),
	...Object.entries(FREE).map(([what, plot]) => [what, false, plot] as const),
];

test.each(plots)("nobody gets a host by %s (P622)", async (what, isHeld, plot) => {
	const [ada, eve] = [await subscriber(app), await subscriber(app)];
	const host = `go.brand${plots.findIndex(([name]) => name === what)}.example`;
	const own = isHeld ? await verified(ada, host) : null;
	if (own) expect(own.status).toBe("active");
	const wanted = await plot({ ada, eve, host });
	if (wanted) expect((await check(eve, wanted)).status).toBe("waiting");
	const { rows } = await app.deps.pool.query(
		"SELECT 1 FROM domains WHERE host = $1 AND verified_at IS NOT NULL AND user_id = $2",
		[...[host, eve.user.id]],
	);
	expect(rows).toEqual([]);
});

test("the new owner of a registered domain gets it at once, and its former owner loses it (P622)", async () => {
	const [ada, bob] = [await subscriber(app), await subscriber(app)];
	const host = "go.sold.example";
	const former = await verified(ada, host);
	names.clear();
	names.set(TARGET, "A", "192.0.2.1");
	const present = await verified(bob, host);
	expect(present).toMatchObject({ status: "active" });
	expect((await check(ada, former)).status).toBe("off");
	expect((await check(bob, present)).status).toBe("active");
});

test("while the former record is there, the owner is told what to remove (P622)", async () => {
	const [ada, bob] = [await subscriber(app), await subscriber(app)];
	const host = "go.two.example";
	const first = await verified(ada, host);
	const second = await add(bob, host);
	prove(first, second);
	const refused = await check(bob, second);
	expect([refused.status, refused.records[0]?.message]).toEqual([
		"waiting",
		"Another account uses this domain. Remove its TXT record from your DNS, then check again.",
	]);
	prove(second);
	expect((await check(bob, second)).status).toBe("active");
});

test("of accounts that prove one host at the same time, one gets it (P622)", async () => {
	const people = await Promise.all([1, 2, 3, 4].map(() => subscriber(app)));
	const host = "go.race.example";
	const all = await Promise.all(people.map((person) => add(person, host)));
	prove(...all);
	clock.pass(6_000);
	await Promise.all(people.map((person, n) => check(person, all[n] ?? { id: 0 })));
	const { rows } = await app.deps.pool.query(
		"SELECT count(*)::int AS count FROM domains WHERE host = $1 AND verified_at IS NOT NULL",
		[host],
	);
	expect(rows).toEqual([{ count: 1 }]);
});
