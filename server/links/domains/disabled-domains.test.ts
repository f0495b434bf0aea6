import { expect, test } from "vitest";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { answers } from "#server/testing/dns/answer-at.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import { type Domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

const { app, add, check, prove, verified } = await useDomainsApp();

const operator = (...args: string[]) => operatorCommand(app, ...args);
const only = async (person: Subscriber) =>
	domainList.parse(await (await person.get(API.domains.all)).json()).domains[0];

async function withLink(person: Subscriber, domain: Domain): Promise<string> {
	const link = await createLink(person, { targetUrl: "https://example.com/sale" });
	await app.deps.pool.query("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, domain.id]);
	return `/${link.linkSlug}`;
}

test("a disabled domain answers 404, is no default, and nobody can add it until it is enabled (P633)", async () => {
	const [ada, eve] = [await subscriber(app), await subscriber(app)];
	const host = "go.abuse.example";
	const domain = await verified(ada, host);
	const waiting = await add(eve, host);
	const link = await withLink(ada, domain);
	await answers(app, host, link, "302 https://example.com/sale");

	expect(await operator("disable", "domain", host, "--reason", "phishing")).toEqual([
		`The domain ${host} (${ada.user.userSlug}, ${eve.user.userSlug}) is disabled now.`,
	]);
	await answers(app, host, link, "404");
	expect((await only(ada))?.status).toBe("disabled");
	const refused = await ada.put(API.domains.one(domain.id), { isDefault: true });
	expect([refused.status, await refused.json()]).toMatchObject([409, { code: "domain_disabled" }]);
	prove(domain, waiting);
	for (const [person, each] of [
		[ada, domain],
		[eve, waiting],
	] as const) {
		expect((await check(person, each)).status).toBe("disabled");
		expect((await person.delete(API.domains.one(each.id))).status).toBe(204);
		for (const again of [host, `sub.${host}`]) {
			const answer = await person.post(API.domains.all, { host: again });
			expect([answer.status, await answer.json()]).toMatchObject([400, { code: "website_not_allowed" }]);
		}
	}

	expect(await operator("enable", "domain", host)).toEqual([`The host ${host} is enabled again.`]);
	expect((await verified(ada, host)).status).toBe("active");
});

test("a domain follows each host above it that is disabled and enabled (P633)", async () => {
	const ada = await subscriber(app);
	const host = "go.parent.example";
	const link = await withLink(ada, await verified(ada, host));
	const stream = await eventStream(app, ada);
	await operator("disable", "host", "parent.example");
	await until(() => stream.said.includes('{"kind":"domains"}'));
	stream.close();
	await answers(app, host, link, "404");
	await expect(operator("enable", "domain", host)).rejects.toThrow("is disabled with a host above it");
	await operator("disable", "domain", host);
	await operator("enable", "host", "parent.example");
	expect((await only(ada))?.status).toBe("disabled");
	await operator("enable", "domain", host);
	expect((await only(ada))?.status).toBe("active");
	await answers(app, host, link, "302 https://example.com/sale");
});

test("a domain that was added while its host was being disabled is disabled by its first check (P633)", async () => {
	const ada = await subscriber(app);
	const added = await add(ada, "late.raced.example");
	prove(added);
	await app.deps.pool.query("INSERT INTO disabled_hosts (host) VALUES ('raced.example')");
	expect((await check(ada, added)).status).toBe("disabled");
});

test("a disabled owner's domain answers 404 at once, and a disabled host gets no visitor of a root address (P633, P634)", async () => {
	const ada = await subscriber(app);
	const host = "go.owner.example";
	const domain = await verified(ada, host);
	await ada.put(API.domains.one(domain.id), { rootTarget: "https://home.example/" });
	await answers(app, host, "/", "302 https://home.example/");
	await operator("disable", "host", "home.example");
	await answers(app, host, "/", "404");
	await operator("enable", "host", "home.example");
	await answers(app, host, "/", "302 https://home.example/");
	await operator("disable", "user", ada.user.email);
	await answers(app, host, "/", "404");
});

test("operators see a domain's owner, states and links, and never its token (P633)", async () => {
	const [ada, eve] = [await subscriber(app), await subscriber(app)];
	const host = "go.shown.example";
	const domain = await verified(ada, host);
	await ada.put(API.domains.one(domain.id), { isDefault: true, rootTarget: "https://shown.example/" });
	await withLink(ada, domain);
	await add(eve, host);
	const shown = await operator("show", "domain", host);
	const cells = shown.map((line) => line.split(/ {2,}/));
	expect(cells).toEqual(
		expect.arrayContaining([
			["owner", `${ada.user.userSlug} (${ada.user.email})`],
			["state", "active, default"],
			["TXT", "Found."],
			["host", "Points here."],
			["links on it", "1"],
			["root leads to", "https://shown.example/"],
			[""],
			["owner", `${eve.user.userSlug} (${eve.user.email})`],
			["state", "waiting"],
		]),
	);
	expect(shown.join()).not.toMatch(/visualink=|[0-9a-f]{40}/);
	expect(await operator("show", "user", ada.user.email)).toContainEqual(
		expect.stringMatching(/^domains +go\.shown\.example \(active, default\)$/),
	);
	await operator("disable", "domain", host, "--reason", "spam");
	expect((await operator("show", "domain", host)).join("\n")).toMatch(
		/^disabled +20\S+ {2}host go\.shown\.example: spam$/m,
	);
	await expect(operator("show", "domain", "nobody.example")).rejects.toThrow(
		"No account has the domain nobody.example.",
	);
	await expect(operator("disable", "domain", "nobody.example")).rejects.toThrow("No account has the domain");
});
