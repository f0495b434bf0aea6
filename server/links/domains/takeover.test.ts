import { beforeAll, beforeEach, expect, test } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { TARGET } from "#server/testing/dns/domains-of.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import { type Domain, domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

const DAY = 86_400_000;
const { names, clock, app, add, check, prove, verified } = await useDomainsApp({
	LINKS_ORIGIN: "http://links.visualink.example",
});

let ada: Subscriber;
let eve: Subscriber;
beforeAll(async () => {
	[ada, eve] = [await subscriber(app), await subscriber(app)];
});
beforeEach(async () => {
	await app.deps.pool.query("DELETE FROM domains");
});

/** Ada owns the domain, Eve wants it. Each plot returns what Eve tried to get, or null where it was refused at once. */
type Plot = (host: string) => Promise<Domain | null>;

const domainsOfAda = async () => domainList.parse(await (await ada.get(API.domains.all)).json()).domains;
const tokenOf = ({ records }: Domain) => records[0]?.value ?? "";

const refused = async (host: string): Promise<null> => {
	const response = await eve.post(API.domains.all, { host });
	expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_domain" }]);
	return null;
};

/** With Ada's domain verified at its beginning, and its records in place. */
const HELD: Record<string, Plot> = {
	"without any record": async (host) => add(eve, host),
	"in capitals": async (host) => add(eve, host.toUpperCase()),
	"with a trailing dot": async (host) => add(eve, `${host}.`),
	"in full-width letters": async (host) => add(eve, host.replace("brand", "ｂｒａｎｄ")),
	"with her TXT record next to Ada's": async (host) => {
		const theirs = await add(eve, host);
		const domains = await domainsOfAda();
		prove(theirs, ...domains);
		return theirs;
	},
	"with her TXT record at the host itself": async (host) => {
		const theirs = await add(eve, host);
		names.set(host, "TXT", tokenOf(theirs));
		return theirs;
	},
	"with her TXT record at a name below": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink._visualink.${host}`, "TXT", tokenOf(theirs));
		return theirs;
	},
	"while Ada's resolvers fail": async (host) => {
		const theirs = await add(eve, host);
		names.fail("SERVFAIL");
		await check(eve, theirs);
		names.fail(null);
		return theirs;
	},
	"while Ada's records are gone within the grace": async (host) => {
		const theirs = await add(eve, host);
		names.clear();
		const domains = await domainsOfAda();
		for (const each of domains) expect((await check(ada, each)).status).toBe("failing");
		clock.pass(3 * DAY);
		return theirs;
	},
	"after the grace is over": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT");
		const domains = await domainsOfAda();
		for (const each of domains) await check(ada, each);
		clock.pass(8 * DAY);
		for (const each of domains) expect((await check(ada, each)).status).toBe("off");
		return theirs;
	},
	"by Ada's id": async (host) => {
		const domains = await domainsOfAda();
		for (const { id } of domains) {
			expect((await eve.post(API.domains.check(id))).status).toBe(404);
			expect((await eve.put(API.domains.one(id), { isDefault: true })).status).toBe(404);
			expect((await eve.delete(API.domains.one(id))).status).toBe(404);
		}
		return add(eve, host);
	},
	"a name below": async (host) => {
		const theirs = await add(eve, `sub.${host}`);
		names.set(`sub.${host}`, "CNAME", TARGET);
		return theirs;
	},
	"a name above": async (host) => {
		const theirs = await add(eve, host.split(".").slice(1).join("."));
		names.set(`_visualink.${host}`, "TXT", ...(await domainsOfAda()).map(tokenOf), tokenOf(theirs));
		return theirs;
	},
	"in letters with invisible ones between": async (host) => add(eve, host.replace("brand", "br\u00ad\u200band")),
	"with other dots": async (host) => add(eve, host.replaceAll(".", "\u3002")),
	"with Ada's token in her request": async (host) => {
		const [own] = await domainsOfAda();
		const body = { host, token: tokenOf(own as Domain).split("=")[1], verifiedAt: clock.now(), userId: ada.user.id };
		return domain.parse(await (await eve.post(API.domains.all, body)).json());
	},
	"by renaming a domain of hers": async (host) => {
		const other = await verified(eve, "of-eve.example");
		const changed = await eve.put(API.domains.one(other.id), { host, isDefault: true });
		expect(await changed.json()).toMatchObject({ host: "of-eve.example" });
		return add(eve, host);
	},
	"a wildcard TXT record of hers below": async (host) => {
		const theirs = await add(eve, host);
		names.set(`*.${host}`, "TXT", tokenOf(theirs));
		return theirs;
	},
	"a CNAME next to Ada's TXT record": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "CNAME", "txt.eve.example");
		names.set("txt.eve.example", "TXT", tokenOf(theirs));
		return theirs;
	},
	"many checks at once": async (host) => {
		const theirs = await add(eve, host);
		clock.pass(6_000);
		await Promise.all([1, 2, 3, 4, 5].map(() => eve.post(API.domains.check(theirs.id))));
		return theirs;
	},
	"while Ada's account is disabled": async (host) => {
		await operatorCommand(app, "disable", "user", ada.user.email);
		const theirs = await add(eve, host);
		expect((await check(eve, theirs)).status).toBe("waiting");
		await operatorCommand(app, "enable", "user", ada.user.email);
		return theirs;
	},
	"after Ada's plan has ended": async (host) => {
		await app.deps.pool.query("UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [ada.user.id]);
		const theirs = await add(eve, host);
		clock.pass(30 * DAY);
		expect((await check(eve, theirs)).status).toBe("waiting");
		expect(await domainsOfAda()).toMatchObject([{ host, status: "active" }]);
		await app.deps.pool.query("UPDATE subscriptions SET status = 'active' WHERE user_id = $1", [ada.user.id]);
		return theirs;
	},
	"after Ada removed it, with her record left": async (host) => {
		for (const { id } of await domainsOfAda()) await ada.delete(API.domains.one(id));
		return add(eve, host);
	},
	"a wildcard": (host) => refused(`*.${host}`),
	"the name of the TXT record": (host) => refused(`_visualink.${host}`),
	"with a port": (host) => refused(`${host}:80`),
	"with a user": (host) => refused(`eve@${host}`),
	"with two dots at its end": (host) => refused(`${host}..`),
	"with an encoded letter": (host) => refused(host.replace("a", "%61")),
	"with a path": (host) => refused(`${host}/x`),
	"with two hosts": (host) => refused(`eve.example ${host}`),
};

/** Without anyone who has it. */
const FREE: Record<string, Plot> = {
	"a host that still points to us": async (host) => {
		names.set(host, "CNAME", TARGET);
		return add(eve, host);
	},
	"a wildcard that points to us": async (host) => {
		names.set(`*.${host.split(".").slice(1).join(".")}`, "CNAME", TARGET);
		return add(eve, host);
	},
	"an alias of the TXT record that she controls": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "CNAME", "txt.eve.example");
		names.set("txt.eve.example", "TXT", tokenOf(theirs));
		return theirs;
	},
	"a wildcard alias that she controls": async (host) => {
		const theirs = await add(eve, host);
		names.set(`*.${host.split(".").slice(1).join(".")}`, "CNAME", "txt.eve.example");
		names.set("txt.eve.example", "TXT", tokenOf(theirs));
		return theirs;
	},
	"removed and added again, with the old record": async (host) => {
		const first = await add(eve, host);
		expect((await eve.delete(API.domains.one(first.id))).status).toBe(204);
		prove(first);
		return add(eve, host);
	},
	"the record of another of her domains": async (host) => {
		const other = await verified(eve, "of-eve.example");
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", tokenOf(other));
		return theirs;
	},
	"a letter of another script": async (host) => {
		const answer = await eve.post(API.domains.all, { host: host.replace("a", "\u0430") });
		expect([answer.status, await answer.json()]).toMatchObject([400, { code: "unsafe_target" }]);
		return null;
	},
	"a letter with an accent": async (host) => {
		const theirs = await add(eve, host.replace("a", "á"));
		names.set(`_visualink.${host}`, "TXT", tokenOf(theirs));
		return theirs;
	},
	"her token within a longer text": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", `v=spf1 ${tokenOf(theirs)} -all`, `${tokenOf(theirs)} x`);
		return theirs;
	},
	"her token in two records": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", tokenOf(theirs).slice(0, 30), tokenOf(theirs).slice(30));
		return theirs;
	},
	"the beginning of her token": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", tokenOf(theirs).slice(0, -1));
		return theirs;
	},
	"her token without its prefix": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}`, "TXT", tokenOf(theirs).replace("visualink=", ""));
		return theirs;
	},
	"her record at a name with the domain twice": async (host) => {
		const theirs = await add(eve, host);
		names.set(`_visualink.${host}.${host.split(".").slice(1).join(".")}`, "TXT", tokenOf(theirs));
		return theirs;
	},
	"where our links are": () => refused("links.visualink.example"),
	"where our links are, with a dot at its end": () => refused("links.visualink.example."),
	"where our links are, in full-width capitals": () => refused("ＬＩＮＫＳ.Visualink.Example"),
	"the name of our own TXT record": () => refused("_visualink.links.visualink.example"),
	"a name below our links'": () => refused("go.links.visualink.example"),
	"the domain above our links'": () => refused("visualink.example"),
	"where our screens are": () => refused("localhost"),
	"a name below our screens'": () => refused("go.localhost"),
	"an address": () => refused("127.0.0.1"),
	"an ending that many share": () => refused("co.uk"),
};

const plots = [
	...Object.entries(HELD).map(([what, plot]) => [what, true, plot] as const),
	...Object.entries(FREE).map(([what, plot]) => [what, false, plot] as const),
];

test.each(plots)("nobody gets a host by %s (P622)", async (what, isHeld, plot) => {
	const host = `go.brand${plots.findIndex(([name]) => name === what)}.example`;
	const own = isHeld ? await verified(ada, host) : null;
	if (own) expect(own.status).toBe("active");
	const wanted = await plot(host);
	if (wanted) expect((await check(eve, wanted)).status).toBe("waiting");
	const query = "SELECT host FROM domains WHERE verified_at IS NOT NULL AND user_id = $1 AND host <> 'of-eve.example'";
	expect((await app.deps.pool.query(query, [eve.user.id])).rows).toEqual([]);
});
