import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createImageService } from "#server/links/images/image.service.ts";
import { createImagePipeline } from "#server/links/images/image-pipeline.ts";
import { createOriginals } from "#server/links/images/originals.service.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, pixelAt, twoColours } from "#server/testing/corpora/images.ts";
import { alarmsOf } from "#server/testing/self-test/alarms.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { BUTTON_TOO_LONG, EMPTY_OVERRIDE, type LinkCard, WRONG_COLOR } from "#shared/links/cards/card-override.ts";
import { selfTest } from "#shared/links/cards/self-test.ts";
import { ORIGINAL_CUT_HEADER } from "#shared/links/images/image-cut.ts";
import { IMAGE_CUT_OUTSIDE, IMAGE_CUT_WRONG, IMAGE_WITHOUT_ORIGINAL } from "#shared/links/images/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createImageTags } from "./image-tags.ts";

const DISCORD = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";
const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60;
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

const tagged = (id: number, cardVersion: number, imageUrl: string | null = null) =>
	createImageTags(app.deps).sign({ id, cardVersion }, imageUrl ?? "");

it("shows one platform another title, picture and colour, and everybody else the link's own card", async () => {
	const link = await createLink(owner, { title: "Own", description: "Text" });
	await cardFor(DISCORD, link);
	const image = await asFile(twoColours({ width: 1200, height: 630 }));
	const path = API.links.card(link.id, "discord");
	const saved = await owner.put(path, form({ title: "For Discord", color: "#CB3419", image }));
	const [card] = (await saved.json()) as LinkCard[];
	expect([saved.status, card]).toEqual([
		200,
		{
			target: "discord",
			title: "For Discord",
			description: null,
			imageUrl: expect.any(String),
			imageShape: "wide",
			color: "#cb3419",
			buttonLabel: null,
		},
	]);
	expect(await cardFor(DISCORD, link)).toMatchObject({
		"og:title": "For Discord",
		"og:description": "Text",
		"og:image": `${app.origin}${card?.imageUrl}?l=${tagged(link.id, 2, card?.imageUrl)}`,
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

it("gives Discord a card with a button, beside the usual tags, and nobody else (P204)", async () => {
	const link = await createLink(owner, { title: "Own" });
	const path = API.links.card(link.id, "discord");
	const [card] = (await (await owner.put(path, form({ buttonLabel: " Book now " }))).json()) as LinkCard[];
	expect(card).toMatchObject({ target: "discord", title: null, buttonLabel: "Book now" });
	const pageFor = async (userAgent: string) =>
		(await fetch(link.shortUrl, { headers: { "user-agent": userAgent } })).text();
	const page = await pageFor(DISCORD);
	const [, json = ""] =
		/<script id="discord:component-embed" type="application\/json">(.*?)<\/script>/.exec(page) ?? [];
	expect(JSON.stringify(JSON.parse(json))).toContain(`"url":"${link.shortUrl}","label":"Book now"`);
	expect(page).toContain('og:title" content="Own"');
	expect(await pageFor(LINKEDIN)).not.toContain("<script");
	const test = selfTest.parse(await (await owner.post(API.links.selfTest(link.id))).json());
	expect(alarmsOf(test)).toEqual([]);
	const long = await owner.put(path, form({ buttonLabel: "x".repeat(81) }));
	expect([long.status, await long.json()]).toMatchObject([400, { message: BUTTON_TOO_LONG }]);
	// It is Discord's alone.
	const other = await owner.put(API.links.card(link.id, "x"), form({ buttonLabel: "Book" }));
	expect([other.status, await other.json()]).toMatchObject([400, { message: EMPTY_OVERRIDE }]);
	expect((await owner.put(path, form({ title: "For Discord", buttonLabel: " " }))).status).toBe(200);
	expect(await pageFor(DISCORD)).not.toContain("<script");
});

describe("each target's own cut of the picture (P203)", () => {
	const wide = () => twoColours({ width: 2400, height: 700 }).png().toBuffer();
	const bytesOf = async (imageUrl: string | null | undefined) =>
		Buffer.from(await (await app.browser().get(imageUrl ?? "")).arrayBuffer());
	const sizeTold = async (userAgent: string, link: LinkView) => {
		const tags = await cardFor(userAgent, link);
		return `${tags["og:image:width"]}x${tags["og:image:height"]}`;
	};

	it("is a square for LinkedIn, of the link's own picture or of another, and as the link's for the others", async () => {
		const link = await createLink(owner, { image: await asFile(await wide()), imageCut: "0,0,1200,630" });
		const again = { imageUrl: link.imageUrl ?? "", imageCut: "1500,35,630,630" };
		const saved = await owner.put(API.links.card(link.id, "linkedin"), form(again));
		const [card] = (await saved.json()) as LinkCard[];
		expect(card).toMatchObject({ target: "linkedin", imageShape: "square", title: null });
		const square = await bytesOf(card?.imageUrl);
		expect(await sharp(square).metadata()).toMatchObject({ width: 630, height: 630 });
		expect(isRed(await pixelAt(square, 5, 300))).toBe(false);
		expect([await sizeTold(LINKEDIN, link), await sizeTold(DISCORD, link)]).toEqual(["630x630", "1200x630"]);
		const test = selfTest.parse(await (await owner.post(API.links.selfTest(link.id))).json());
		expect(alarmsOf(test)).toEqual([]);

		const image = await asFile(await wide());
		const discord = await owner.put(API.links.card(link.id, "discord"), form({ image, imageCut: "1200,70,1200,630" }));
		const own = ((await discord.json()) as LinkCard[]).find(({ target }) => target === "discord");
		expect(await sharp(await bytesOf(own?.imageUrl)).metadata()).toMatchObject({ width: 1200, height: 630 });
		const chosen = await owner.get(API.links.original(own?.imageUrl ?? ""));
		expect(chosen.headers.get(ORIGINAL_CUT_HEADER)).toBe("1200,70,1200,630");
		const without = await asFile(await wide());
		const linkedin = await owner.put(API.links.card(link.id, "linkedin"), form({ image: without }));
		expect(((await linkedin.json()) as LinkCard[])[1]).toMatchObject({ target: "linkedin", imageShape: "square" });
	});

	it("must have its shape, lie within the picture, and be of an original of one's own", async () => {
		const other = await subscriber(app);
		const theirs = await createLink(other, { image: await asFile(await twoColours({ width: 700, height: 700 })) });
		const link = await createLink(owner, { image: await asFile(await wide()) });
		const imageUrl = link.imageUrl ?? "";
		for (const [fields, message, target] of [
			[{ imageUrl, imageCut: "0,0,1200,630" }, IMAGE_CUT_WRONG, "linkedin"],
			[{ imageUrl, imageCut: "0,0,630,630" }, IMAGE_CUT_WRONG, "discord"],
			[{ imageUrl, imageCut: "0,71,630,630" }, IMAGE_CUT_OUTSIDE, "linkedin"],
			[{ imageUrl: theirs.imageUrl ?? "", imageCut: "0,0,630,630" }, IMAGE_WITHOUT_ORIGINAL, "linkedin"],
			[{ imageUrl: "https://example.com/a.jpg", imageCut: "0,0,630,630" }, IMAGE_WITHOUT_ORIGINAL, "linkedin"],
			[{ imageCut: "0,0,630,630" }, IMAGE_WITHOUT_ORIGINAL, "linkedin"],
		] as const) {
			const answer = await owner.put(API.links.card(link.id, target), form(fields));
			expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([400, message]);
		}
		expect(await (await owner.get(API.links.cards(link.id))).json()).toEqual([]);
	});

	it("keeps its original while a card shows it, is in the export, and goes with the account", async () => {
		const person = await subscriber(app);
		const link = await createLink(person);
		// Nobody else has shown this one.
		const image = await asFile(twoColours({ width: 1300, height: 640 }));
		const saved = await person.put(API.links.card(link.id, "x"), form({ image }));
		const imageUrl = ((await saved.json()) as LinkCard[])[0]?.imageUrl ?? "";
		const { db, pool, previews, images, originals: store } = app.deps;
		const now = () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
		const storedImages = createImageService({ db, now, images, makePreview: createImagePipeline(previews) });
		const budgetOf = async () => 1024 ** 3;
		const originals = createOriginals({ config: app.deps.config, db, now, store, storedImages, budgetOf });
		await originals.sweep();
		await storedImages.sweep();
		expect((await person.get(API.links.original(imageUrl))).status).toBe(200);
		const data = await (await person.get(API.account.data)).text();
		expect(data).toContain(`${app.origin}${imageUrl}`);
		expect(data).toContain(API.links.original(imageUrl));

		await person.delete(API.links.card(link.id, "x"));
		// It was looked at when it was found in use.
		await pool.query("UPDATE originals SET checked_at = now() WHERE user_id = $1", [person.user.id]);
		await originals.sweep();
		expect((await person.get(API.links.original(imageUrl))).status).toBe(404);
		// What was shared keeps showing the image.
		await storedImages.sweep();
		expect((await person.get(imageUrl)).status).toBe(200);

		await person.delete(API.account.all, { confirm: person.user.userSlug });
		await storedImages.sweep();
		expect((await app.browser().get(imageUrl)).status).toBe(404);
	});
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
