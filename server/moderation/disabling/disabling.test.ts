import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const ASKING: [string, string, Record<string, string>][] = [
	["a person", "GET", { "User-Agent": CHROME, "Accept-Language": "en" }],
	["a crawler", "GET", { "User-Agent": "facebookexternalhit/1.1" }],
	["a tool", "GET", { "User-Agent": "curl/8.5.0" }],
	["HEAD", "HEAD", { "User-Agent": CHROME, "Accept-Language": "en" }],
	["a prefetch", "GET", { "User-Agent": CHROME, "Accept-Language": "en", "Sec-Purpose": "prefetch" }],
];
/** Row A20 of the reliability table. */
const ANNOUNCED_WITHIN_MS = 2_000;

const app = useTestApp();
let twin: TestApp;

beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

const operator = (...args: string[]) => operatorCommand(app, ...args);

function ask(link: LinkView, { at, method = "GET", headers = {} }: { at: TestApp; method?: string; headers?: object }) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	const { pathname } = new URL(link.shortUrl);
	return rawRequest(
		at.origin,
		`${method} ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join("")}\r\n`,
	);
}

/** Asked for in a way that is not counted. */
async function statusAt(at: TestApp, link: LinkView): Promise<number> {
	return (await ask(link, { at, method: "HEAD", headers: { "User-Agent": CHROME, "Accept-Language": "en" } })).status;
}

/** Both processes answer so, in time. */
async function bothAnswer(link: LinkView, status: number): Promise<void> {
	for (const at of [app, twin]) {
		await until(async () => (await statusAt(at, link)) === status, ANNOUNCED_WITHIN_MS);
	}
}

const viewsOf = (link: LinkView) => app.deps.db.select().from(views).where(eq(views.linkId, link.id));
const slugs = (owner: Subscriber, link: LinkView) => `${owner.user.userSlug}/${link.linkSlug}`;
const listed = async (owner: Subscriber, link: LinkView) => {
	const all = (await (await owner.get(API.links.all)).json()) as LinkView[];
	return all.find(({ id }) => id === link.id)?.disabled;
};

describe.each([
	["link", (owner: Subscriber, link: LinkView) => slugs(owner, link).toUpperCase()],
	["link", (_: Subscriber, link: LinkView) => `${link.shortUrl}?utm_source=report`],
	["user", (owner: Subscriber) => owner.user.userSlug],
	["user", (owner: Subscriber) => owner.user.email.toUpperCase()],
	["host", (_: Subscriber, link: LinkView) => new URL(link.targetUrl).hostname],
])("A20: a disabled %s (%#)", (kind, nameOf) => {
	const secret = `victim${Math.random().toString(36).slice(2)}`;
	let owner: Subscriber;
	let cached: LinkView;
	let cold: LinkView;
	let name: string;

	beforeAll(async () => {
		owner = await subscriber(app);
		const target = { targetUrl: `https://${secret}.example/bank?a=1`, title: `Log in to ${secret}` };
		cached = await createLink(owner, target);
		name = nameOf(owner, cached);
		cold = kind === "link" ? cached : await createLink(owner, target);
		await bothAnswer(cached, 302);
		await operator("disable", kind, name, "--reason", "phishing");
	});

	it("answers 410 on every process within two seconds, known before or not", async () => {
		await bothAnswer(cached, 410);
		await bothAnswer(cold, 410);
	});

	it.each(ASKING)("%s learns nothing of the target, and is not counted", async (_, method, headers) => {
		await bothAnswer(cached, 410);
		for (const link of [cached, cold]) {
			for (const at of [app, twin]) {
				const answer = await ask(link, { at, method, headers });
				expect(answer.status).toBe(410);
				expect(JSON.stringify([...answer.headers]) + answer.body).not.toContain(secret);
				expect(answer.headers.get("cache-control")).toBe("private, no-store");
				expect(answer.headers.get("x-robots-tag")).toBe("noindex");
				expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
				expect(answer.body.includes("Link disabled")).toBe(method === "GET");
				expect(answer.body.includes('+">About this link</a>')).toBe(method === "GET");
			}
			expect(await viewsOf(link)).toEqual([]);
		}
	});

	it("is told to its owner, and to operators with the reason", async () => {
		expect(await listed(owner, cached)).toBe(true);
		const bySlug = await owner.get(API.links.bySlug(cached.linkSlug));
		expect(await bySlug.json()).toMatchObject({ disabled: true, targetUrl: cached.targetUrl });
		expect(await operator("list")).toEqual([expect.stringMatching(new RegExp(`Z  ${kind} .+  phishing$`))]);
	});

	it("may be disabled again, enabled and enabled again", async () => {
		expect((await operator("disable", kind, name))[0]).toMatch(/^The .+ was disabled already\.$/);
		expect(await operator("list")).toEqual([expect.stringContaining("phishing")]);
		expect(await operator("enable", kind, name)).toEqual([expect.stringMatching(/^The .+ is enabled again\.$/)]);
		await bothAnswer(cached, 302);
		await bothAnswer(cold, 302);
		expect(await operator("enable", kind, name)).toEqual([expect.stringMatching(/^The .+ is not disabled\.$/)]);
		expect(await operator("list")).toEqual(["Nothing is disabled."]);
		expect(await listed(owner, cached)).toBeUndefined();
	});
});

describe("A20: a disabled link", () => {
	it("can't be edited, and doesn't come back at its address by being deleted and made again", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, { customLinkSlug: "bank", targetUrl: "https://bank.example/" });
		await operator("disable", "link", slugs(owner, link));
		const edit = await owner.put(API.links.bySlug("bank"), linkForm({ customLinkSlug: "other" }));
		expect([edit.status, await edit.json()]).toMatchObject([
			403,
			{ kind: "forbidden", message: "This link has been disabled. Please contact us." },
		]);
		expect((await owner.delete(API.links.byId(link.id))).status).toBe(204);
		expect(await (await owner.get(API.links.slugAvailability("BANK"))).json()).toMatchObject({ available: false });
		expect((await owner.post(API.links.all, linkForm({ customLinkSlug: "Bank" }))).status).toBe(409);
		const other = await createLink(owner);
		expect((await owner.put(API.links.bySlug(other.linkSlug), linkForm({ customLinkSlug: "bank" }))).status).toBe(409);
		await operator("enable", "link", slugs(owner, link));
		expect((await owner.post(API.links.all, linkForm({ customLinkSlug: "Bank" }))).status).toBe(201);
	});
});

describe("A20: a disabled user", () => {
	it("continues to pay, which the command says until the subscription ends (P268)", async () => {
		const { user } = await subscriber(app);
		const said = await operator("disable", "user", user.email);
		expect(said).toEqual([
			expect.stringContaining("is disabled now"),
			expect.stringMatching(
				/^Billing goes on: \w+, charged next on [\d-]+ \(sub_\w+\)\. To end it, .+ operator -- refund --user \S+$/,
			),
		]);
		await app.deps.db.update(subscriptions).set({ cancelAtPeriodEnd: true }).where(eq(subscriptions.userId, user.id));
		expect(await operator("disable", "user", user.userSlug)).toHaveLength(1);
		expect(await operator("enable", "user", user.userSlug)).toHaveLength(1);
	});

	it("can't make or edit links or check slugs, but read and delete them", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner);
		await operator("disable", "user", owner.user.userSlug);
		const refusals = [
			await owner.post(API.links.all, linkForm()),
			await owner.put(API.links.bySlug(link.linkSlug), linkForm()),
			await owner.get(API.links.slugAvailability("free")),
		];
		for (const refusal of refusals) {
			expect([refusal.status, await refusal.json()]).toMatchObject([
				403,
				{ kind: "forbidden", message: "Your account has been disabled. Please contact us." },
			]);
		}
		expect((await owner.delete(API.links.byId(link.id))).status).toBe(204);
		await operator("enable", "user", owner.user.userSlug);
		await createLink(owner);
	});
});

describe("A20: a disabled host", () => {
	const refused = [400, { kind: "invalid", message: "Links to this website are not allowed" }];

	it.each([
		["evil.example", "https://evil.example/"],
		["EVIL.Example.", "https://login.evil.example:8443/x"],
		["www.evil.example", "https://evil.example/"],
		["evil.example", "https://a.b.EVIL.example./"],
		["bücher.example", "https://shop.xn--bcher-kva.example/"],
		["xn--bcher-kva.example", "https://BÜCHER.example/"],
		["198.41.0.4", "http://0xC6.41.0.0x4/"],
		["[2606:4700::1111]", "https://[2606:4700:0::1111]/"],
	])("%s: no link can be made or edited to %s", async (host, targetUrl) => {
		const owner = await subscriber(app);
		const link = await createLink(owner);
		await operator("disable", "host", host);
		const created = await owner.post(API.links.all, linkForm({ targetUrl }));
		expect([created.status, await created.json()]).toMatchObject(refused);
		const edited = await owner.put(API.links.bySlug(link.linkSlug), linkForm({ targetUrl }));
		expect([edited.status, await edited.json()]).toMatchObject(refused);
		await createLink(owner, { targetUrl: "https://notevil.example/" });
		await createLink(owner, { targetUrl: "https://other.example/evil.example" });
		await operator("enable", "host", host);
		await createLink(owner, { targetUrl });
	});
});
