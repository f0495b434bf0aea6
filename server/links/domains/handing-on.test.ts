import { beforeAll, beforeEach, expect, test } from "vitest";
import { createDnsReaders, type DnsReader } from "#server/platform/outbound/dns-records.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { answerAt, answers } from "#server/testing/dns/answer-at.ts";
import { TARGET } from "#server/testing/dns/domains-of.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import { type Domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createDomainChecker } from "./domain-checker.ts";

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

const domainsOfAda = async () => domainList.parse(await (await ada.get(API.domains.all)).json()).domains;
const tokenOf = ({ records }: Domain) => records[0]?.value ?? "";

test("the new owner of a registered domain gets it at once, and its former owner loses it (P622)", async () => {
	const bob = eve;
	const host = "go.sold.example";
	const former = await verified(ada, host);
	names.clear();
	names.set(TARGET, "A", "192.0.2.1");
	const present = await verified(bob, host);
	expect(present).toMatchObject({ status: "active" });
	expect((await check(ada, former)).status).toBe("off");
	expect((await check(bob, present)).status).toBe("active");
});

test("as long as the other account's record exists, the message says to remove it (P622)", async () => {
	const bob = eve;
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

/** As bytes that are sent one by one. */
const utf8 = (text: string) => Buffer.from(text).toString("latin1");
/** Heads of requests for `/api/version` that name Ada's domain, and whether our own host or hers answers. */
const TRICKS: [what: string, head: (host: string) => string[], answer: 200 | 400 | 404][] = [
	["in capitals", (host) => [`Host: ${host.toUpperCase()}`], 404],
	["with a port", (host) => [`Host: ${host}:443`], 404],
	["with a dot", (host) => [`Host: ${host}.`], 404],
	["with a dot and a port", (host) => [`Host: ${host}.:8443`], 404],
	["with blanks", (host) => [`Host:    ${host}   `], 404],
	["with a tab", (host) => [`Host:\t${host}`], 404],
	["twice, ours first", (host) => ["Host: visualink.example", `Host: ${host}`], 400],
	["twice, hers first", (host) => [`Host: ${host}`, "Host: visualink.example"], 400],
	["forwarded", (host) => ["Host: visualink.example", `X-Forwarded-Host: ${host}`, `Forwarded: host=${host}`], 200],
	["forwarded from hers", (host) => [`Host: ${host}`, "X-Forwarded-Host: visualink.example"], 404],
	["with a user", (host) => [`Host: eve@${host}`], 400],
	["with two ports", (host) => [`Host: ${host}:1:2`], 400],
	["below", (host) => [`Host: x.${host}`], 200],
	["in full-width letters", (host) => [`Host: ${utf8(host.replace("brand", "ｂｒａｎｄ"))}`], 400],
	["with a path", (host) => [`Host: ${host}/`], 400],
	["not at all", () => [], 400],
];

test("a Host header leads to a domain of an account by its name alone, and never to our API there (P623)", async () => {
	const { host } = await verified(ada, "go.brand-tricks.example");
	await answers(app, host, "/api/version", "404");
	for (const [what, head, status] of TRICKS) {
		const lines = ["GET /api/version HTTP/1.1", ...head(host), "Connection: close"];
		const answer = await rawRequest(app.origin, `${lines.join("\r\n")}\r\n\r\n`);
		expect([what, answer.status, answer.headers.has("set-cookie")]).toEqual([what, status, false]);
	}
	const absolute = (target: string, asked: string) =>
		rawRequest(app.origin, `GET http://${target}/api/version HTTP/1.1\r\nHost: ${asked}\r\nConnection: close\r\n\r\n`);
	expect((await absolute("visualink.example", host)).status).toBe(404);
	expect((await absolute(host, "visualink.example")).status).toBe(200);
});

test("links of a former owner don't come back to a host that another account has, nor to its next owner (P622)", async () => {
	const host = "go.handed-on.example";
	const on = async (person: Subscriber, { id }: Domain, targetUrl: string) => {
		const link = await createLink(person, { customLinkSlug: "sale", targetUrl });
		await app.deps.pool.query("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, id]);
		return link;
	};
	const first = await verified(ada, host);
	await on(ada, first, "https://example.com/ada");
	await answers(app, host, "/sale", "302 https://example.com/ada");
	expect((await ada.delete(API.domains.one(first.id))).status).toBe(204);
	const second = await verified(eve, host);
	expect(tokenOf(second)).not.toBe(tokenOf(first));
	await answers(app, host, "/api/version", "404");
	expect(await answerAt(app, host, "/sale")).toBe("404");
	await on(eve, second, "https://example.com/eve");
	await answers(app, host, "/sale", "302 https://example.com/eve");

	// Ada takes it back, while Eve keeps her row.
	const third = await add(ada, host);
	prove(third);
	expect(tokenOf(third)).not.toBe(tokenOf(first));
	expect((await check(ada, third)).status).toBe("active");
	await answers(app, host, "/sale", "404");
	expect((await check(eve, second)).status).toBe("off");
});

test("a reading that began before the host was verified takes it from nobody (P622)", async () => {
	const host = "go.slow-reading.example";
	const [hers, theirs] = [await add(ada, host), await add(eve, host)];
	const readers = createDnsReaders([names.address], 60_000);
	const [reader] = readers as [DnsReader];
	let isRead = () => {};
	const wasRead = new Promise<void>((resolve) => {
		isRead = resolve;
	});
	const slow: DnsReader = {
		...reader,
		async txt(name) {
			const texts = await reader.txt(name);
			if (name === `_visualink.${host}`) isRead();
			return texts;
		},
		async addresses(name) {
			await wasRead;
			// Ada is verified after Eve's TXT record was read, and before the reading ends.
			if (name === host) {
				prove(hers);
				expect((await check(ada, hers)).status).toBe("active");
			}
			return reader.addresses(name);
		},
	};
	prove(theirs);
	const checker = createDomainChecker({ db: app.deps.db, readers: [slow], target: TARGET, now: clock.now });
	const after = await checker.check({ id: theirs.id, host, userId: eve.user.id });
	expect(after?.verifiedAt ?? null).toBeNull();
	expect(await domainsOfAda()).toMatchObject([{ host, status: "active" }]);
});

test("a host of a deleted account answers nothing at once, and its record verifies nobody (P620, P622)", async () => {
	const leaver = await app.signedIn({ plan: "basic" });
	const { userSlug } = (await (await leaver.get(API.auth.user)).json()) as { userSlug: string };
	const host = "go.left-behind.example";
	const added = await add(leaver, host);
	prove(added);
	expect((await check(leaver, added)).status).toBe("active");
	await leaver.put(API.domains.one(added.id), { rootTarget: "https://example.com/left" });
	await answers(app, host, "/", "302 https://example.com/left");
	expect((await leaver.delete(API.account.all, { confirm: userSlug })).status).toBe(204);
	// As for any host that no account has.
	await answers(app, host, "/api/version", "200");
	const theirs = await add(eve, host);
	expect((await check(eve, theirs)).status).toBe("waiting");
	prove(theirs);
	expect((await check(eve, theirs)).status).toBe("active");
	await answers(app, host, "/", "404");
});
