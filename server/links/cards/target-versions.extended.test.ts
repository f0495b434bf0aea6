import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import type { LatestDelivery, LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { receiptsOf } from "#shared/links/cards/receipts.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const AGENTS = {
	x: "Twitterbot/1.0",
	whatsapp: "WhatsApp/2.23.20.0 A",
	linkedin: "LinkedInBot/1.0 (compatible; Mozilla/5.0)",
	slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
	discord: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
};
type Platform = keyof typeof AGENTS;
const NAMES = { x: "X", whatsapp: "WhatsApp", linkedin: "LinkedIn", slack: "Slack", discord: "Discord" };
const DISCORD_IMAGES = [
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 11.6; rv:92.0) Gecko/20100101 Firefox/92.0",
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:38.0) Gecko/20100101 Firefox/38.0",
];

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const told = async ({ id }: LinkView) => (await owner.get(API.links.deliveries(id))).json() as Promise<LinkDeliveries>;
const versionsOf = async (link: LinkView) => {
	const { targets } = await told(link);
	return Object.fromEntries(Object.entries(targets).map(([target, { version }]) => [target, version]));
};
const get = (url: string, userAgent: string) => fetch(url, { headers: { "user-agent": userAgent } });

/** Takes the card's page as a platform does. @returns the address of its image */
async function page({ shortUrl }: LinkView, platform: Platform): Promise<string> {
	const html = await (await get(shortUrl, AGENTS[platform])).text();
	return /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
}
const overrideWith = async (link: LinkView, target: CardTarget, changes: Record<string, string | Blob>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(changes)) {
		if (value instanceof Blob) form.append(name, value, "picture");
		else form.append(name, value);
	}
	expect((await owner.put(API.links.card(link.id, target), form)).status).toBe(200);
};
const edit = async (link: LinkView, changes: Record<string, string>) => {
	const form = linkForm({ imageUrl: link.imageUrl ?? "", imageSource: "upload", ...changes });
	expect((await owner.put(API.links.bySlug(link.linkSlug), form)).status).toBe(200);
};
const picture = async (width: number) => asFile(twoColours({ width, height: 630 }));
/** The lines of these platforms, without their times. */
async function lines(link: LinkView, ...platforms: Platform[]): Promise<string[]> {
	const receipts = receiptsOf(await told(link), new Date());
	const names = platforms.map((platform) => NAMES[platform]);
	return receipts
		.filter(({ fetcher }) => names.includes(fetcher.name))
		.map(({ text }) => text.replace(" just now", ""));
}
const written = (link: LinkView, count: number) => until(async () => (await told(link)).deliveries.length === count);

it("raises the version only for platforms with a changed card (P292)", async () => {
	const link = await createLink(owner, { image: await picture(1200) });
	const all = (version: number) => ({
		meta: version,
		whatsapp: version,
		x: version,
		linkedin: version,
		discord: version,
		others: version,
	});
	expect(await versionsOf(link)).toEqual(all(1));
	await overrideWith(link, "x", { title: "For X" });
	expect(await versionsOf(link)).toEqual({ ...all(1), x: 2 });
	await overrideWith(link, "x", { title: "For X" });
	await overrideWith(link, "others", { title: "For others", description: "Theirs" });
	expect(await versionsOf(link)).toEqual({ ...all(1), x: 2, others: 3 });
	await edit(link, { title: "New" });
	expect(await versionsOf(link)).toEqual({ ...all(4), x: 2, others: 3 });
	await edit(link, { title: "New", description: "New" });
	expect(await versionsOf(link)).toEqual({ ...all(5), others: 3 });
	await edit(link, { title: "New", description: "New", imageUrl: "" });
	expect(await versionsOf(link)).toEqual(all(6));
	await owner.delete(API.links.card(link.id, "x"));
	expect(await versionsOf(link)).toEqual({ ...all(6), x: 7 });
	expect((await told(link)).version).toBe(7);
});

it("writes down, for a page and for a picture, the version of the card that the platform was given (P292)", async () => {
	const link = await createLink(owner, { image: await picture(1190) });
	for (const platform of ["x", "linkedin", "slack"] as const) await page(link, platform);
	await written(link, 3);
	await overrideWith(link, "x", { title: "For X" });
	expect(await lines(link, "x", "linkedin", "slack")).toEqual([
		"X still has version 1",
		"Previewed on LinkedIn; it hasn't loaded the image",
		"Previewed on Slack; it hasn't loaded the image",
	]);
	for (const platform of ["x", "linkedin"] as const) await get(await page(link, platform), AGENTS[platform]);
	await until(async () => (await lines(link, "x"))[0] === "Previewed on X, with the image");
	expect(await lines(link, "linkedin", "slack")).toEqual([
		"Previewed on LinkedIn, with the image",
		"Previewed on Slack; it hasn't loaded the image",
	]);
	await owner.delete(API.links.card(link.id, "x"));
	expect(await lines(link, "x", "linkedin")).toEqual([
		"X still has version 2",
		"Previewed on LinkedIn, with the image",
	]);
	await get(await page(link, "x"), AGENTS.x);
	await until(async () => (await lines(link, "x"))[0] === "Previewed on X, with the image");
});

it("reports no missing image at a foreign address, and that of a card for one platform only there (P292)", async () => {
	const link = await createLink(owner, {});
	await app.deps.pool.query("UPDATE links SET image_url = 'https://example.com/a.jpg' WHERE id = $1", [link.id]);
	await overrideWith(link, "whatsapp", { image: await picture(1180) });
	for (const platform of ["x", "whatsapp"] as const) await page(link, platform);
	await written(link, 2);
	expect(await lines(link, "whatsapp", "x")).toEqual([
		"Previewed on WhatsApp; it hasn't loaded the image",
		"Previewed on X",
	]);
});

it("knows both names under which Discord loads a tagged picture, to the letter, and says nothing where none was (P293)", async () => {
	for (const [at, agent] of DISCORD_IMAGES.entries()) {
		const link = await createLink(owner, { image: await picture(1170 - at) });
		const image = await page(link, "discord");
		await get(`${app.origin}${link.imageUrl}`, agent);
		await get(image, agent.replace("Firefox/", "Firefox/1"));
		await get(image, `${agent} `.replace("rv:", "rv: "));
		await page(link, "x");
		await written(link, 2);
		expect(await lines(link, "discord")).toEqual(["Previewed on Discord"]);
		await get(image, agent);
		await written(link, 3);
		expect(await lines(link, "discord")).toEqual(["Previewed on Discord, with the image"]);
	}
});

it("takes no late fetch of an old version for the newest (P138)", async () => {
	const link = await createLink(owner, { image: await picture(1160) });
	const old = await page(link, "linkedin");
	await written(link, 1);
	await edit(link, { title: "New" });
	await page(link, "x");
	await written(link, 2);
	const row = async () => {
		const latest = (await (await owner.get(API.latestDeliveries)).json()) as LatestDelivery[];
		return latest.find(({ linkId }) => linkId === link.id);
	};
	await get(old, AGENTS.linkedin);
	await written(link, 3);
	expect(await row()).toMatchObject({ platform: "x", version: 2 });
	await edit(link, { title: "Newer" });
	expect(await row()).toMatchObject({ platform: "x", version: 2 });
	await overrideWith(link, "linkedin", { title: "For LinkedIn" });
	await page(link, "slack");
	await page(link, "linkedin");
	await until(async () => (await row())?.platform === "linkedin");
	expect(await row()).toMatchObject({ platform: "linkedin", version: 4 });
});

it("counts views as fresh as the fetches", async () => {
	const link = await createLink(owner);
	for (const platform of ["x", "slack", "discord"] as const) await page(link, platform);
	await until(async () => (await told(link)).views.bot === 3);
	expect((await told(link)).views).toEqual({ total: 3, human: 0, bot: 3 });
});
