import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/pictures.ts";
import { API } from "#shared/api-paths.ts";
import { EMPTY_OVERRIDE, type LinkCard, WRONG_COLOR } from "#shared/cards/card-override.ts";
import type { LinkView } from "#shared/links/link.ts";
import { subscriptions } from "#shared/subscriptions/subscriptions.table.ts";

const DISCORD = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";
const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

function form(fields: Record<string, string | Blob>): FormData {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.set(name, value);
	return body;
}
async function cardFor(userAgent: string, { shortUrl }: LinkView): Promise<Record<string, string>> {
	const html = await (await fetch(shortUrl, { headers: { "user-agent": userAgent } })).text();
	const tags = [...html.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)">/g)];
	return Object.fromEntries(tags.map(([, name = "", content = ""]) => [name, content]));
}
const versionOf = async ({ linkSlug }: LinkView) =>
	((await (await owner.get(API.links.bySlug(linkSlug))).json()) as LinkView).cardVersion;

it("shows one platform another title, picture and colour, and everybody else the link's own card", async () => {
	const link = await createLink(owner, { title: "Own", description: "Text" });
	await cardFor(DISCORD, link);
	const image = await asFile(twoColours({ width: 1200, height: 630 }));
	const path = API.links.card(link.id, "discord");
	const saved = await owner.put(path, form({ title: "For Discord", color: "#CB3419", image }));
	const [card] = (await saved.json()) as LinkCard[];
	expect([saved.status, card]).toEqual([
		200,
		{ target: "discord", title: "For Discord", description: null, imageUrl: expect.any(String), color: "#cb3419" },
	]);
	expect(await cardFor(DISCORD, link)).toMatchObject({
		"og:title": "For Discord",
		"og:description": "Text",
		"og:image": `${app.origin}${card?.imageUrl}?l=${link.id}.2`,
		"theme-color": "#cb3419",
	});
	const others = await cardFor(LINKEDIN, link);
	expect(others).toMatchObject({ "og:title": "Own", "og:description": "Text" });
	expect(others["theme-color"]).toBeUndefined();
	expect(await versionOf(link)).toBe(2);
	// Saved once more as it is, nothing has changed.
	await owner.put(path, form({ title: "For Discord", color: "#cb3419", imageUrl: card?.imageUrl ?? "" }));
	expect(await versionOf(link)).toBe(2);

	const removed = await owner.delete(path);
	expect([removed.status, await removed.json()]).toEqual([200, []]);
	expect(await cardFor(DISCORD, link)).toMatchObject({ "og:title": "Own" });
	expect(await versionOf(link)).toBe(3);
});

it("refuses what says nothing, what is too long, no colour, a picture that is not there, and no such target", async () => {
	const link = await createLink(owner);
	const put = async (fields: Record<string, string>, target = "discord") => {
		const answer = await owner.put(API.links.card(link.id, target), form(fields));
		const { message } = (await answer.json()) as { message: string };
		return [answer.status, message];
	};
	expect(await put({ title: "" })).toEqual([400, EMPTY_OVERRIDE]);
	expect(await put({ color: "#cb3419" }, "x")).toEqual([400, EMPTY_OVERRIDE]);
	expect(await put({ title: "x".repeat(61) })).toEqual([400, "Title must be 60 characters or less"]);
	expect(await put({ title: "A", color: "red" })).toEqual([400, WRONG_COLOR]);
	expect(await put({ imageUrl: `/images/${"0".repeat(64)}.jpg` })).toEqual([400, "Invalid input"]);
	expect((await put({ title: "A" }, "myspace"))[0]).toBe(404);
	expect(await (await owner.get(API.links.cards(link.id))).json()).toEqual([]);
});

it("is for Pro and Enterprise to make; on a smaller plan what was made goes on, and may be taken back", async () => {
	const person = await subscriber(app);
	const link = await createLink(person, { title: "Own" });
	const path = API.links.card(link.id, "linkedin");
	expect((await person.put(path, form({ title: "For LinkedIn" }))).status).toBe(200);
	await app.deps.db.update(subscriptions).set({ planId: "basic" }).where(eq(subscriptions.userId, person.user.id));
	const refused = await person.put(path, form({ title: "Another" }));
	expect([refused.status, ((await refused.json()) as { kind: string }).kind]).toEqual([403, "plan_required"]);
	expect(await cardFor(LINKEDIN, link)).toMatchObject({ "og:title": "For LinkedIn" });
	expect((await person.delete(path)).status).toBe(200);
	expect(await cardFor(LINKEDIN, link)).toMatchObject({ "og:title": "Own" });
});

it("is nobody else's business; goes with a duplicate, with one's data, and with the account", async () => {
	const person = await subscriber(app);
	const link = await createLink(person, { title: "Own" });
	await person.put(API.links.card(link.id, "x"), form({ title: "For X" }));
	for (const answer of [
		await owner.get(API.links.cards(link.id)),
		await owner.put(API.links.card(link.id, "x"), linkForm()),
		await owner.delete(API.links.card(link.id, "x")),
	]) {
		expect(answer.status).toBe(404);
	}
	const copy = (await (await person.post(`/api/links/${link.id}/duplicate`)).json()) as LinkView;
	expect(await cardFor("Twitterbot/1.0", copy)).toMatchObject({ "og:title": "For X" });
	const data = (await (await person.get(API.account.data)).json()) as { platformCards: object[] };
	expect(data.platformCards).toMatchObject([link, copy].map(({ id }) => ({ linkId: id, target: "x", title: "For X" })));
	await person.delete(API.account.all, { confirm: person.user.userSlug });
	const { rows } = await app.deps.pool.query("SELECT 1 FROM link_cards WHERE link_id = $1", [link.id]);
	expect(rows).toEqual([]);
});
