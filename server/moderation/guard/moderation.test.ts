import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PERSON = { "User-Agent": CHROME, "Accept-Language": "en" };
const CRAWLER = { "User-Agent": "facebookexternalhit/1.1" };
const FLAGGED = { title: "PayPal", description: "Please verify your account", targetUrl: "https://shop-a.top/a?b=1" };
const BLOCKED = { title: "Pаypаl", description: "Please verify your account", targetUrl: "https://pay.example.top/" };

const app = useTestApp();
let twin: TestApp;

beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

const operator = (...args: string[]) => operatorCommand(app, ...args);

function ask(link: Pick<LinkView, "shortUrl">, headers: Record<string, string>, { at = app, search = "" } = {}) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	const path = new URL(link.shortUrl).pathname + search;
	return rawRequest(at.origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join("")}\r\n`);
}

async function bothAnswer(link: LinkView, status: number, title = ""): Promise<void> {
	for (const at of [app, twin]) {
		await until(async () => {
			const answer = await ask(link, PERSON, { at });
			return answer.status === status && answer.body.includes(title);
		}, 2_000);
	}
}

const CHECK = "Check this before you continue";

describe("P382: a flagged link", () => {
	it("is made, and tells its owner which words and why", async () => {
		const owner = await subscriber(app);
		const answer = await owner.post(API.links.all, linkForm(FLAGGED));
		expect(answer.status).toBe(201);
		const link = (await answer.json()) as LinkView;
		const flag = {
			state: "flagged",
			reasons: [{ code: "impersonation", brand: "PayPal", evidence: "sign", words: ["PayPal", "verify your account"] }],
			effect: "plain",
			reviewAskedAt: null,
		};
		expect(link.flag).toEqual(flag);
		expect(await (await owner.get(API.links.bySlug(link.linkSlug))).json()).toMatchObject({ flag });
	});

	it("shows people where it leads, with the visitor's own parameters, and counts them", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, FLAGGED);
		const page = await ask(link, PERSON, { search: "?utm_source=mail" });
		expect([page.status, page.headers.has("location")]).toEqual([200, false]);
		expect(page.body).toContain(CHECK);
		expect(page.body).toContain(
			"This link may pretend to be from PayPal, but shop-a.top isn&#39;t one of their websites.",
		);
		expect(page.body).toContain("Apps show this plain card until we have looked at the link.");
		expect(page.body).toContain('href="https://shop-a.top/a?b=1&amp;utm_source=mail"');
		expect(page.body).not.toContain(FLAGGED.description);
		expect(await app.deps.db.select().from(views).where(eq(views.linkId, link.id))).toHaveLength(1);
	});

	it.each([
		["a crawler", CRAWLER],
		["a client that nobody knows", { "User-Agent": "curl/8.5.0" }],
	])("shows %s nothing that its owner wrote, and no image", async (_, headers) => {
		const owner = await subscriber(app);
		const link = await createLink(owner, { ...FLAGGED, imageUrl: "https://images.example/a.png" });
		const page = await ask(link, headers);
		expect(page.status).toBe(200);
		expect(page.body).not.toMatch(/verify your|images\.example|og:image/);
		expect(page.body).toContain("shop-a.top");
	});

	it("is fine again once its card is, in every process", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, FLAGGED);
		await bothAnswer(link, 200, CHECK);
		const path = API.links.bySlug(link.linkSlug);
		const edited = await owner.put(path, linkForm({ ...FLAGGED, title: "Our shop" }));
		expect(((await edited.json()) as LinkView).flag).toBeUndefined();
		await bothAnswer(link, 302);
		await owner.put(path, linkForm(FLAGGED));
		await bothAnswer(link, 200, CHECK);
	});
});

describe("P382: a renamed link", () => {
	it("is judged by its new name, and by a former one until that is released", async () => {
		const owner = await subscriber(app);
		const { description, targetUrl } = FLAGGED;
		const renamed = async (from: string, customLinkSlug: string) => {
			const form = linkForm({ title: "Hello", description, targetUrl, customLinkSlug });
			return (await (await owner.put(API.links.bySlug(from), form)).json()) as LinkView;
		};
		const link = await createLink(owner, { title: "Hello", description, targetUrl, customLinkSlug: "hello" });
		expect(link.flag).toBeUndefined();
		const named = await renamed("hello", "paypal");
		expect(named.flag).toMatchObject({ state: "flagged", reasons: [{ code: "impersonation", brand: "PayPal" }] });
		await bothAnswer(named, 200, CHECK);
		const again = await renamed("paypal", "hello-again");
		expect(again.flag).toMatchObject({ state: "flagged" });
		expect((await owner.delete(`/api/links/${link.id}/aliases/paypal`)).status).toBe(204);
		await bothAnswer(again, 302);
		expect((await renamed("hello-again", "hello-again")).flag).toBeUndefined();
	});
});

describe("P382: what is blocked", () => {
	const refusal = [400, { kind: "invalid", code: "impersonation", fields: [{ field: "title" }] }];

	it("can't be made, nor be edited into a link, and the reason names words, brand and host", async () => {
		const owner = await subscriber(app);
		const made = await owner.post(API.links.all, linkForm(BLOCKED));
		const said = (await made.json()) as { message: string };
		expect([made.status, said]).toMatchObject(refusal);
		expect(said.message).toBe(
			`You can't save this card. The name "Pаypаl" looks like PayPal, but has other characters in it: а (U+0430). Type it again, as "PayPal".`,
		);
		const link = await createLink(owner);
		const edited = await owner.put(API.links.bySlug(link.linkSlug), linkForm(BLOCKED));
		expect([edited.status, await edited.json()]).toMatchObject(refusal);
		expect(await (await owner.get(API.links.bySlug(link.linkSlug))).json()).toMatchObject({ title: link.title });
	});

	it("can't come by the target of afterwards, or a look-alike host", async () => {
		const owner = await subscriber(app);
		const after = { endsAt: "2099-01-01T00:00:00.000Z", afterUrl: BLOCKED.targetUrl };
		const texts = { title: BLOCKED.title, description: BLOCKED.description, targetUrl: "https://www.paypal.com/" };
		expect((await owner.post(API.links.all, linkForm(texts))).status).toBe(201);
		expect((await owner.post(API.links.all, linkForm({ ...texts, ...after }))).status).toBe(400);
		const host = await owner.post(API.links.all, linkForm({ targetUrl: "https://xn--pypal-4ve.com/" }));
		expect([host.status, await host.json()]).toMatchObject([
			400,
			{ code: "unsafe_target", fields: [{ field: "targetUrl" }] },
		]);
	});

	it("can't come by a card for one app, on its own or with a new link", async () => {
		const owner = await subscriber(app);
		const card = JSON.stringify({ title: BLOCKED.title, description: BLOCKED.description });
		const withCard = await owner.post(API.links.all, linkForm({ targetUrl: BLOCKED.targetUrl, "cards.x": card }));
		expect([withCard.status, await withCard.json()]).toMatchObject([400, { code: "impersonation" }]);
		const link = await createLink(owner, { targetUrl: BLOCKED.targetUrl });
		const path = `/api/links/${link.id}/cards/x`;
		const { title, description } = BLOCKED;
		const saved = await owner.put(path, linkForm({ title, description }));
		expect([saved.status, await saved.json()]).toMatchObject([400, { code: "impersonation" }]);
		const flagged = await owner.put(path, linkForm({ title: FLAGGED.title, description }));
		expect(flagged.status).toBe(200);
		await bothAnswer(link, 200, CHECK);
		expect((await owner.delete(path)).status).toBe(200);
		await bothAnswer(link, 302);
	});
});

describe("P382: a duplicate", () => {
	it("is flagged as its original is", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, FLAGGED);
		const copy = (await (await owner.post(API.links.duplicate(link.id), {})).json()) as LinkView;
		await bothAnswer(copy, 200, CHECK);
	});
});

describe("P383, P384: reviews and decisions", () => {
	it("an owner asks once, and operators see it first", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, FLAGGED);
		const first = (await (await owner.post(API.links.review(link.id), {})).json()) as { reviewAskedAt: string };
		expect(first.reviewAskedAt).not.toBeNull();
		expect(await (await owner.post(API.links.review(link.id), {})).json()).toMatchObject(first);
		const [line] = await operator("flags");
		expect(line).toContain(`${owner.user.userSlug}/${link.linkSlug}  shop-a.top  impersonation PayPal  review asked`);
		const other = await subscriber(app);
		expect((await other.post(API.links.review(link.id), {})).status).toBe(404);
		const plain = await createLink(owner);
		expect((await owner.post(API.links.review(plain.id), {})).status).toBe(409);
	});

	it.each([
		["clear", 302, "is cleared"],
		["block", 410, "is blocked"],
	])("%s holds in every process, also when its card changes", async (decision, status, said) => {
		const owner = await subscriber(app);
		const link = await createLink(owner, { ...FLAGGED, customLinkSlug: `mine-${decision}` });
		const name = `${owner.user.userSlug}/${link.linkSlug}`;
		await bothAnswer(link, 200, CHECK);
		expect(await operator("flags", "show", name)).toContainEqual(
			expect.stringContaining("reads as if it came from PayPal"),
		);
		expect((await operator("flags", decision, name, "--reason", "looked at"))[0]).toContain(said);
		await bothAnswer(link, status);
		expect((await operator("flags", "list", "decided")).join()).toContain(name);
		// What is not judged changes nothing.
		const path = API.links.bySlug(link.linkSlug);
		await owner.put(path, linkForm({ ...FLAGGED, endsAt: "2099-01-01T00:00:00.000Z" }));
		await bothAnswer(link, status);
		await owner.put(path, linkForm({ ...FLAGGED, description: "Please confirm your account" }));
		await bothAnswer(link, status);
		const flags = await app.deps.db.select().from(linkFlags).where(eq(linkFlags.linkId, link.id));
		expect(flags).toMatchObject(decision === "block" ? [{ state: "blocked", note: "looked at" }] : []);
	});

	it("says what is not flagged, and shows the usage for what it can't read", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner);
		await expect(operator("flags", "clear", `${owner.user.userSlug}/${link.linkSlug}`)).rejects.toThrow(
			"is not flagged",
		);
		await expect(operator("flags", "close", "a/b")).rejects.toThrow("Usage");
	});
});
