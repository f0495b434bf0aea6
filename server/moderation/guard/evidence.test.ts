import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { trustByAge } from "#server/testing/app/trusted.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { CardHint, LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { pageSigns } from "#shared/moderation/guard/page-signs.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { notePage } from "./page-signs.ts";

const app = useTestApp();
const operator = (...args: string[]) => operatorCommand(app, ...args);

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PERSON = `User-Agent: ${CHROME}\r\nAccept-Language: en\r\n`;
const CRAWLER = "User-Agent: facebookexternalhit/1.1\r\n";
const TEXTS = { title: "PayPal", description: "Please verify your account" };
const WORDS = { ...TEXTS, targetUrl: "https://shop.example/" };
const SIGN = { ...TEXTS, targetUrl: "https://shop-a.top/" };

function ask(link: Pick<LinkView, "shortUrl">, headers: string) {
	const { pathname } = new URL(link.shortUrl);
	return rawRequest(app.origin, `GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
}

/** What visitors and crawlers of a link get. */
async function felt(link: LinkView): Promise<LinkFlag["effect"]> {
	const person = await ask(link, PERSON);
	const card = (await ask(link, CRAWLER)).body;
	if (person.status === 410) return "closed";
	const isPlain = !card.includes(link.title);
	if (person.status === 302) return isPlain ? "plain" : "none";
	expect(person.body).toContain("Check this before you continue");
	return isPlain ? "plain" : "page";
}

const isFelt = (link: LinkView, effect: LinkFlag["effect"]) => until(async () => (await felt(link)) === effect, 5_000);
const owned = async (isTrusted: boolean) => {
	const owner = await subscriber(app);
	if (isTrusted) await trustByAge(app, owner.user);
	return owner;
};
const waits = async ({ user }: Subscriber, { linkSlug }: LinkView) =>
	(await operator("flags")).join("\n").includes(`${user.userSlug}/${linkSlug} `);

it.each<[string, Record<string, string>, LinkFlag["effect"], LinkFlag["effect"], boolean]>([
	["words only", WORDS, "none", "none", true],
	["words and a sign of the target", SIGN, "plain", "none", true],
	["a message in nobody's name", { title: "Unpaid toll", targetUrl: "https://pay-a.top/" }, "plain", "none", true],
	["a short link", { title: "Sale", targetUrl: "https://bit.ly/3abc" }, "page", "none", false],
	["a smart link", { title: "Sale", targetUrl: "https://a.app.link/x" }, "page", "none", false],
	["an IP address", { title: "Sale", targetUrl: "http://198.41.0.4/" }, "page", "none", false],
	["a download", { title: "Sale", targetUrl: "https://files.example/app.apk" }, "page", "none", false],
])("P546: %s: what visitors of a new and of a trusted account get", async (_, fields, ofNew, ofTrusted, isQueued) => {
	for (const isTrusted of [false, true]) {
		const owner = await owned(isTrusted);
		const link = await createLink(owner, fields);
		const effect = isTrusted ? ofTrusted : ofNew;
		expect(link.flag?.effect ?? "none").toBe(effect);
		expect(await felt(link)).toBe(effect);
		// What names no brand is no matter of a trusted owner's (P549).
		const isFine = isTrusted && (!isQueued || fields.title === "Unpaid toll");
		expect(link.flag === undefined).toBe(isFine);
		expect(await waits(owner, link)).toBe(isQueued && !isFine);
	}
});

it("P546, P548: words are said before a save, and never refuse one", async () => {
	const owner = await subscriber(app);
	const hint = async (fields: Record<string, string>) =>
		(await (await owner.post(API.links.hint, { customLinkSlug: "", ...fields })).json()) as CardHint;
	expect(await hint(WORDS)).toMatchObject({ reasons: [{ code: "impersonation", evidence: "words" }] });
	expect(await hint(SIGN)).toMatchObject({ reasons: [{ code: "impersonation", evidence: "sign" }] });
	expect(await hint({ ...WORDS, title: "Our shop" })).toEqual({ reasons: [], effect: "none" });
	expect((await hint({ ...WORDS, title: "Pаypаl" })).refusal).toContain("а (U+0430)");
	expect((await owner.post(API.links.hint, { ...WORDS, title: "" })).status).toBe(400);
	expect((await app.browser().post(API.links.hint, WORDS)).status).toBe(401);
	expect((await owner.post(API.links.all, linkForm(SIGN))).status).toBe(201);
});

it("P547: trusted is who is older than a week, has paid, and has no confirmed report, or whom an operator trusts", async () => {
	const owner = await subscriber(app);
	const { db } = app.deps;
	const link = await createLink(owner, SIGN);
	const effectOf = async () => {
		const { flag } = (await (await owner.get(API.links.bySlug(link.linkSlug))).json()) as LinkView;
		return flag?.effect;
	};
	await trustByAge(app, owner.user);
	expect(await effectOf()).toBe("none");
	await db.update(payments).set({ status: "disputed" }).where(eq(payments.userId, owner.user.id));
	expect(await effectOf()).toBe("plain");
	await db.update(payments).set({ status: "succeeded" }).where(eq(payments.userId, owner.user.id));
	const sinceDays = (days: number) =>
		db
			.update(users)
			.set({ createdAt: new Date(Date.now() - days * 86_400_000) })
			.where(eq(users.id, owner.user.id));
	await sinceDays(6);
	expect(await effectOf()).toBe("plain");
	await sinceDays(8);
	expect(await effectOf()).toBe("none");
	const bad = await createLink(owner, { title: "Bad", customLinkSlug: "bad", targetUrl: "https://bad.example/" });
	await operator("disable", "link", `${owner.user.userSlug}/${bad.linkSlug}`);
	expect(await effectOf()).toBe("plain");
	await operator("trust", "user", owner.user.userSlug);
	expect(await effectOf()).toBe("none");
	await db.update(users).set({ trustedAt: null }).where(eq(users.id, owner.user.id));
	expect(await effectOf()).toBe("plain");
});

it("P460: clearing a warned link sends its visitors on, with other words to the same website too", async () => {
	const owner = await subscriber(app);
	const link = await createLink(owner, SIGN);
	expect(await felt(link)).toBe("plain");
	await operator("flags", "clear", `${owner.user.userSlug}/${link.linkSlug}`);
	await isFelt(link, "none");
	const path = API.links.bySlug(link.linkSlug);
	const other = { ...SIGN, description: "Confirm your PayPal account", targetUrl: "https://www.shop-a.top/b" };
	const saved = (await (await owner.put(path, linkForm(other))).json()) as LinkView;
	expect(saved.flag).toBeUndefined();
	expect(await felt(saved)).toBe("none");
});

it("P550: a page that asked for a password in a brand's name is a sign against a link to it", async () => {
	const owner = await subscriber(app);
	const { db, now } = app.deps;
	const note = (title: string, page: string) => {
		const url = new URL(page);
		return notePage(db, { userId: owner.user.id, at: now(), url, finalUrl: url, title, asks: "password" });
	};
	await note("PayPal: Log in to your account", "https://shop.example/login?x=1");
	await note("Log in to our shop", "https://shop.example/own");
	await note("Log in", "https://www.paypal.com/signin");
	await note("PayPal", "https://www.paypal.com/signin");
	expect(await db.select().from(pageSigns).where(eq(pageSigns.userId, owner.user.id))).toHaveLength(1);
	const link = await createLink(owner, { title: "Hello", targetUrl: "https://shop.example/login" });
	expect(link.flag).toMatchObject({
		effect: "plain",
		reasons: [{ code: "page-asks", brand: "PayPal", words: ["PayPal: Log in to your account", "password"] }],
	});
	expect(await felt(link)).toBe("plain");
	expect((await createLink(owner, { targetUrl: "https://shop.example/own" })).flag).toBeUndefined();
});
