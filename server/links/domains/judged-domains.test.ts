import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { answerAt, answers } from "#server/testing/dns/answer-at.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import { startWebRiskStandIn } from "#server/testing/guard/web-risk-stand-in.ts";
import { domainList } from "#shared/links/domains/domain.ts";
import type { CardHint } from "#shared/moderation/guard/moderation-reason.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const file = join(mkdtempSync(join(tmpdir(), "lists-")), "phishing.txt");
function list(...lines: string[]): void {
	writeFileSync(`${file}.new`, lines.join("\n"));
	renameSync(`${file}.new`, file);
}
list("listed.example");
const standIn = await startWebRiskStandIn();
standIn.plant("threat.example");
standIn.plant("go.threat.example");

const { names, clock, app, add, check, prove, verified } = await useDomainsApp({
	...{ GUARD_LISTS: `phishing=${file}`, WEB_RISK_KEY: "a-key", WEB_RISK_ORIGIN: standIn.origin },
});

afterAll(() => standIn.close());

const refusal = async (response: Response) => {
	const { code, message } = errorBody.parse(await response.json());
	return [response.status, code, message];
};
const adding = async (person: Subscriber, host: string) => refusal(await person.post(API.domains.all, { host }));

test("a host that imitates a brand is refused with a reason, until an operator trusts its owner (P635)", async () => {
	const ada = await subscriber(app);
	expect(await adding(ada, "paypa1.com")).toEqual([
		...[400, "unsafe_target"],
		"You can't add this domain. The website paypa1.com looks like PayPal's (\"paypa1\"), but isn't. If it's yours to use, contact us.",
	]);
	expect(await adding(ada, "go.dhl-paket-info.example")).toEqual([
		...[400, "unsafe_target"],
		"You can't add this domain. The website's name has DHL in it (\"dhl\"), but go.dhl-paket-info.example isn't DHL's. If it's yours to use, contact us.",
	]);
	await add(ada, "go.my-paypal-tips.example");
	await operatorCommand(app, "trust", "user", ada.user.email);
	await add(ada, "go.dhl-paket-info.example");
	expect((await adding(ada, "go.pаypal.com")).slice(0, 2)).toEqual([400, "unsafe_target"]);
});

test("a host that a list or Google names is refused (P635)", async () => {
	const ada = await subscriber(app);
	await until(async () => {
		const answer = await ada.post(API.links.hint, {
			title: "a",
			description: "b",
			targetUrl: "https://listed.example/",
		});
		return JSON.stringify(await answer.json()).includes("listed");
	}, 20_000);
	expect((await adding(ada, "go.listed.example"))[2]).toContain('It\'s on the list "phishing".');
	expect((await adding(ada, "go.threat.example"))[2]).toContain(
		"It may be unsafe (phishing). Advisory provided by Google.",
	);
});

test.each([
	["https://bit.ly/x", 'It leads to another short link ("bit.ly"), which hides where it goes.'],
	["https://www.google.com/url?q=https://evil.example/", "It leads to a redirect"],
	["https://files.example/setup.exe", "It downloads a file"],
	["https://198.41.0.4/", "It leads to an IP address"],
	["https://www.paypa1.com/login", "looks like PayPal's"],
	["https://threat.example/", "It may be unsafe (phishing). Advisory provided by Google."],
	["https://www.listed.example/x", 'It\'s on the list "phishing".'],
])("a domain can't lead its visitors to %s, since no page would warn them (P634)", async (address, reason) => {
	const ada = await subscriber(app);
	const { id } = await add(ada, "targets.brand.example");
	for (const field of ["rootTarget", "unknownTarget"]) {
		const answer = await ada.put(API.domains.one(id), { [field]: address });
		const [status, code, message] = await refusal(answer);
		expect([status, code]).toEqual([400, "unsafe_target"]);
		expect(message).toMatch(/^You can't send visitors there\. /);
		expect(message).toContain(reason);
	}
	expect((await ada.put(API.domains.one(id), { rootTarget: "https://home.example/" })).status).toBe(200);
});

test("an address that is listed later leads nobody there, and again once it isn't listed (P634)", async () => {
	const ada = await subscriber(app);
	const { id, host } = await verified(ada, "later.brand.example");
	const settings = { rootTarget: "https://later.example/", unknownTarget: "https://fine.example/" };
	await ada.put(API.domains.one(id), settings);
	await answers(app, host, "/", "302 https://later.example/");
	list("listed.example", "later.example");
	await answers(app, host, "/", "404");
	expect(await answerAt(app, host, "/nothing")).toBe("302 https://fine.example/");
	list("listed.example");
	await answers(app, host, "/", "302 https://later.example/");
});

test("an address that Google names only after it was saved is taken from the domain (P634)", async () => {
	const ada = await subscriber(app);
	const { id, host } = await verified(ada, "google.brand.example");
	standIn.state.status = 500;
	standIn.plant("slow.example");
	expect((await ada.put(API.domains.one(id), { rootTarget: "https://slow.example/" })).status).toBe(200);
	await answers(app, host, "/", "302 https://slow.example/");
	standIn.state.status = 200;
	clock.pass(61_000);
	// Asks Google at once for all that is open.
	const { id: linkId } = await insertLink(app.deps.db, { userId: ada.user.id, targetUrl: "https://unasked.example/" });
	await ada.post(API.links.duplicate(linkId), {});
	await answers(app, host, "/", "404");
});

const ASKS = { title: "PayPal", description: "Please verify your account" };

test("words alone are no hint about a link to its owner's own verified domain, or below it (P635)", async () => {
	const ada = await subscriber(app);
	const hint = async (targetUrl: string) => {
		const { reasons } = (await (await ada.post(API.links.hint, { ...ASKS, targetUrl })).json()) as CardHint;
		return reasons.map(({ code, evidence }) => `${code} ${evidence}`);
	};
	const host = "ourclub.example";
	const added = await add(ada, host);
	expect(await hint(`https://${host}/`)).toEqual(["impersonation words"]);
	prove(added);
	names.set(host, "A", "192.0.2.7");
	await check(ada, added);
	for (const own of [`https://${host}/pay`, `https://www.${host}/`]) expect(await hint(own)).toEqual([]);
	const link = await createLink(ada, { ...ASKS, targetUrl: `https://${host}/pay` });
	expect(link.flag ?? null).toBeNull();
	expect(await hint(`https://not${host}/`)).toEqual(["impersonation words"]);
	const bob = await subscriber(app);
	const theirs = await createLink(bob, { ...ASKS, targetUrl: `https://${host}/pay` });
	expect(theirs.flag).toMatchObject({ state: "flagged", effect: "none" });
});

test("a verified domain trusts no sign of its name: a cheap ending with a brand's words is warned about (P635)", async () => {
	const ada = await subscriber(app);
	const added = await add(ada, "ourshop-a.top");
	prove(added);
	names.set("ourshop-a.top", "A", "192.0.2.7");
	await check(ada, added);
	const link = await createLink(ada, { ...ASKS, targetUrl: "https://ourshop-a.top/" });
	expect(link.flag).toMatchObject({ state: "flagged", effect: "plain" });
});

test("no target can be on a verified domain of any account; another account can still verify that domain (P639)", async () => {
	const [ada, bob] = [await subscriber(app), await subscriber(app)];
	const { host } = await verified(ada, "go.circle.example");
	const { id } = await verified(bob, "go.round.example");
	const targetUrl = `https://${host.toUpperCase()}.:8443/sale`;
	const saved = await bob.post(API.links.all, linkForm({ ...ASKS, targetUrl }));
	expect(await refusal(saved)).toEqual([
		...[400, "invalid_url"],
		"Please enter a valid URL. It leads to an address of short links.",
	]);
	expect((await bob.put(API.domains.one(id), { rootTarget: targetUrl })).status).toBe(400);
	const waiting = await add(bob, "go.later.example");
	prove(waiting);
	await check(bob, waiting);
	const itself = { customLinkSlug: "x", domain: waiting.host, targetUrl: "https://go.later.example/x" };
	expect((await bob.post(API.links.all, linkForm({ ...ASKS, ...itself }))).status).toBe(400);
	names.set(host, "CNAME", "proxy.brand.example");
	names.set("proxy.brand.example", "A", "192.0.2.7");
	const { domains } = domainList.parse(await (await ada.get(API.domains.all)).json());
	for (const each of domains) await check(ada, each);
	await createLink(bob, { ...ASKS, title: "Ours", targetUrl });
	expect((await bob.post(API.domains.all, { host })).status).toBe(201);
});
