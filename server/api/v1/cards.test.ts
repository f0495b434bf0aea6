import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient, refusalOf } from "#server/testing/api/api-client.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { alarmsOf } from "#server/testing/self-test/alarms.ts";
import { CARD_ROUTES } from "#shared/api/v1/routes/cards.ts";
import { cardLabel, cardWarnings, drawnCard } from "#shared/links/cards/drawn-card.ts";
import type { PlatformPreview } from "#shared/links/cards/platform-preview.ts";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { IMAGE_SIZE } from "#shared/links/images/image-file.ts";
import { scanAddress } from "#shared/links/scan.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let ada: Subscriber;
let program: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
	ada = await subscriber(app);
	program = await apiClient(app, ada, { scopes: ["links:read", "links:write", "stats:read"] });
	stranger = await apiClient(app, await subscriber(app));
});

const [listCards, saveCard, , previewLink, , testLink, getReceipts] = CARD_ROUTES;
const read = async (svg: string) => {
	const { data, info } = await sharp(Buffer.from(svg))
		.resize(512)
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height }, { format: "RGBA" });
};
const LONG = {
	title: "Wörter 👩‍👩‍👧 ".repeat(3).trim(),
	description: "A description of many words. ".repeat(5).trim(),
};

describe("custom cards (P646)", () => {
	test("are saved, listed and deleted as on screen", async () => {
		const { id } = await createLink(ada);
		const form = new FormData();
		form.append("image", await asFile(twoColours({ width: 700, height: 700 })), "a.png");
		const { imageUrl } = (await (await program.post("/images", form)).json()) as { imageUrl: string };
		const sent = { title: " For the group ", imageUrl };
		const whatsapp = {
			target: "whatsapp",
			title: "For the group",
			description: null,
			imageUrl,
			color: null,
			buttonLabel: null,
		};
		const saved = await program.put(`/links/${id}/cards/whatsapp`, sent);
		expect([saved.status, saveCard.answer.schema.strict().parse(await saved.json())]).toEqual([200, whatsapp]);
		const path = await program.put(`/links/${id}/cards/whatsapp`, { ...sent, imageUrl: new URL(imageUrl).pathname });
		expect(await path.json()).toEqual(whatsapp);
		const discord = { title: null, color: "#CB3419", buttonLabel: "Buy" };
		const other = saveCard.answer.schema.parse(await (await program.put(`/links/${id}/cards/discord`, discord)).json());
		expect(other).toMatchObject({ target: "discord", color: "#cb3419", buttonLabel: "Buy", title: null });

		const list = async () =>
			listCards.answer.schema.strict().parse(await (await program.get(`/links/${id}/cards`)).json()).cards;
		expect(await list()).toEqual([other, whatsapp]);
		expect(await (await ada.get(API.links.cards(id))).json()).toMatchObject([
			{ target: "discord" },
			{ target: "whatsapp" },
		]);
		// A card is replaced as a whole.
		await program.put(`/links/${id}/cards/whatsapp`, { description: "Only this" });
		expect(await list()).toMatchObject([{}, { title: null, description: "Only this", imageUrl: null }]);
		for (const _ of [1, 2]) expect((await program.delete(`/links/${id}/cards/whatsapp`)).status).toBe(204);
		expect(await list()).toEqual([other]);
	});

	test("are refused as on screen", async () => {
		const { id } = await createLink(ada);
		const theirs = new FormData();
		theirs.append("image", await asFile(twoColours({ width: 801, height: 701 })), "a.png");
		const { imageUrl } = (await (await stranger.post("/images", theirs)).json()) as { imageUrl: string };
		for (const [target, body, ...refused] of [
			["x", {}, 400, "nothing_customized"],
			["x", { title: "", description: null }, 400, "nothing_customized"],
			["x", { title: "x".repeat(61), color: "red" }, 400, "too_long", "title", "color"],
			["x", { title: 5 }, 400, "wrong_type", "title"],
			["x", { imageUrl: "http://example.com/a.png" }, 400, "invalid_url", "imageUrl"],
			["x", { imageUrl }, 400, "image_unknown", "imageUrl"],
			["x", { imageUrl: imageUrl.replace("localhost", "example.com") }, 400, "invalid_url", "imageUrl"],
			["x", { ogTitle: "a" }, 400, "unknown_field", "ogTitle"],
			["twitter", { title: "a" }, 400, "unknown_value", "target"],
		] as const) {
			expect(await refusalOf(await program.put(`/links/${id}/cards/${target}`, body)), JSON.stringify(body)).toEqual(
				refused,
			);
		}
		expect(await refusalOf(await stranger.put(`/links/${id}/cards/x`, { title: "a" }))).toEqual([
			404,
			"link_not_found",
		]);
		expect(await refusalOf(await stranger.delete(`/links/${id}/cards/x`))).toEqual([404, "link_not_found"]);
		expect(await refusalOf(await stranger.get(`/links/${id}/cards`))).toEqual([404, "link_not_found"]);
	});
});

describe("previews (P647)", () => {
	const platforms = async (answer: Response) => previewLink.answer.schema.strict().parse(await answer.json()).platforms;
	const on = (all: PlatformPreview[], key: string) => {
		const found = all.find((each) => each.key === key);
		if (!found) throw new Error(`no preview on ${key}`);
		return found;
	};

	test("show what the screen draws on each platform, with its warnings", async () => {
		const image = await asFile(twoColours({ width: 1200, height: 630 }));
		const link = await createLink(ada, { ...LONG, image, targetUrl: "https://bücher.example/a" });
		const found = await platforms(await program.get(`/links/${link.id}/preview`));
		const content = { title: link.title, description: link.description, image: IMAGE_SIZE, button: null };
		const at = { host: new URL(app.origin).host, siteName: "bücher.example" };
		expect(found).toHaveLength(13);
		expect(found).toEqual(
			CARD_PLATFORMS.map((platform) => {
				const { title, description, isLarge, shape } = drawnCard(platform, content);
				const imageUrl = app.origin + link.imageUrl;
				return {
					...{ key: platform.id, name: platform.name, card: null, button: null, label: cardLabel(platform, at) },
					title: title && { text: title.shown, isCut: title.isCut, maxLines: shape.title?.lines },
					description: description && {
						...{ text: description.shown, isCut: description.isCut, maxLines: shape.description?.lines },
					},
					image: { url: imageUrl, width: 1200, height: 630, isLarge, position: shape.image, ratio: shape.ratio },
					warnings: cardWarnings(platform, content),
				};
			}),
		);
		expect(found.some(({ warnings }) => warnings.length > 0)).toBe(true);
		const { title, description, targetUrl } = link;
		const body = { title, description, targetUrl, imageUrl: app.origin + link.imageUrl };
		expect(await platforms(await program.post("/preview", body))).toEqual(found);
		expect(await refusalOf(await stranger.get(`/links/${link.id}/preview`))).toEqual([404, "link_not_found"]);
		expect(await refusalOf(await stranger.post("/preview", body))).toEqual([400, "image_unknown", "imageUrl"]);
	});

	test("show a link's custom cards on their platforms", async () => {
		const link = await createLink(ada, LONG);
		await program.put(`/links/${link.id}/cards/discord`, { title: "Short", buttonLabel: "Buy" });
		await program.put(`/links/${link.id}/cards/others`, { imageUrl: "https://example.com/a.png" });
		const found = await platforms(await program.get(`/links/${link.id}/preview`));
		expect(on(found, "discord")).toMatchObject({
			...{ card: "discord", button: "Buy", image: null },
			title: { text: "Short", isCut: false },
			description: { text: link.description },
		});
		expect(on(found, "slack")).toMatchObject({ card: "others", image: { url: "https://example.com/a.png" } });
		expect(on(found, "whatsapp")).toMatchObject({ card: null, image: null });
	});

	test("say honestly that another website's image has no known size, and request nothing", async () => {
		const imageUrl = "https://example.com/a.png";
		const found = await platforms(
			await program.post("/preview", { title: "T", description: "D", imageUrl, targetUrl: null }),
		);
		for (const { image, warnings } of found) {
			expect(image).toMatchObject({ url: imageUrl, width: null, height: null });
			expect(warnings).toEqual([]);
		}
		const largeOn = (key: string) => on(found, key).image?.isLarge;
		expect([largeOn("telegram"), largeOn("whatsapp"), largeOn("linkedin")]).toEqual([true, null, false]);
		expect(on(found, "linkedin").label).toContain(new URL(app.origin).host);
	});

	test("name the own domain that a link is on, or would be on", async () => {
		const grace = await subscriber(app);
		const theirs = await apiClient(app, grace);
		const row = {
			userId: grace.user.id,
			host: "go.brand.example",
			token: "1",
			isDefault: true,
			verifiedAt: new Date(0),
		};
		await app.deps.db.insert(domains).values(row);
		const { id, shortUrl } = await createLink(grace);
		const labelOf = async (answer: Promise<Response>) => on(await platforms(await answer), "linkedin").label;
		const written = { title: "T", description: "D" };
		expect(await labelOf(theirs.get(`/links/${id}/preview`))).toContain("go.brand.example");
		expect(await labelOf(theirs.post("/preview", written))).toContain("go.brand.example");
		expect(await labelOf(theirs.post("/preview", { ...written, domain: null }))).toContain(new URL(app.origin).host);
		const code = await (await theirs.get(`/links/${id}/qr.svg`)).text();
		expect(await read(code)).toBe(scanAddress(shortUrl));
		expect(new URL(shortUrl).hostname).toBe("go.brand.example");
	});

	test("refuse what a link can't be", async () => {
		for (const [body, ...refused] of [
			[{}, 400, "required", "title", "description"],
			[{ title: "a", description: "b", targetUrl: "ftp://x" }, 400, "invalid_url", "targetUrl"],
			[{ title: "a", description: "b", domain: "go.brand.com" }, 400, "domain_not_verified", "domain"],
			[{ title: "a", description: "b", url: "https://example.com" }, 400, "unknown_field", "url"],
		] as const) {
			expect(await refusalOf(await program.post("/preview", body)), JSON.stringify(body)).toEqual(refused);
		}
	});
});

describe("tests and receipts (P647)", () => {
	test("a test finds that all apps get the right card, and the receipts don't count it", async () => {
		const image = await asFile(twoColours({ width: 1200, height: 630 }));
		const link = await createLink(ada, { image });
		const tested = testLink.answer.schema.strict().parse(await (await program.post(`/links/${link.id}/test`)).json());
		expect(tested.results.map(({ app }) => app)).toContain("WhatsApp");
		expect(alarmsOf({ results: tested.results.map(({ app: fetcher, findings }) => ({ fetcher, findings })) })).toEqual(
			[],
		);
		await fetch(link.shortUrl, { headers: { "user-agent": "WhatsApp/2.23.20.0" } });
		const read = async () =>
			getReceipts.answer.schema.strict().parse(await (await program.get(`/links/${link.id}/receipts`)).json());
		await expect.poll(async () => (await read()).fetches.length).toBe(1);
		const { version, fetches, receipts: lines } = await read();
		expect(fetches).toMatchObject([{ platform: "whatsapp", version, kind: "page" }]);
		expect(lines.filter(({ state }) => state === "current").map(({ app }) => app)).toEqual(["WhatsApp"]);
		expect(lines.find(({ app }) => app === "WhatsApp")?.text).toMatch(/^Previewed on WhatsApp just now/);
		for (const answer of [stranger.post(`/links/${link.id}/test`), stranger.get(`/links/${link.id}/receipts`)]) {
			expect(await refusalOf(await answer)).toEqual([404, "link_not_found"]);
		}
	});
});

describe("QR codes (P647)", () => {
	test("are read again as the short address that the screen encodes", async () => {
		const link = await createLink(ada);
		for (const query of ["", "?color=0e6b62", "?color=%230E6B62&background=ffffff"]) {
			const answer = await program.get(`/links/${link.id}/qr.svg${query}`);
			expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
			const svg = await answer.text();
			expect(await read(svg)).toBe(scanAddress(link.shortUrl));
			expect(svg).toContain(`fill="${query === "" ? "#1a1714" : "#0e6b62"}"`);
		}
	});

	test.each([
		["color=ffffff&background=000000", "invalid", "color"],
		["color=777777", "invalid", "color"],
		["color=%22/%3E%3Cscript%3E", "invalid_format", "color"],
		["color=red", "invalid_format", "color"],
		["background=fff", "invalid_format", "background"],
		["color=000000&color=111111", "wrong_type", "color"],
		["size=300", "unknown_field", "size"],
	])("are refused with ?%s", async (query, code, field) => {
		const { id } = await createLink(ada);
		expect(await refusalOf(await program.get(`/links/${id}/qr.svg?${query}`))).toEqual([400, code, field]);
		expect(await refusalOf(await stranger.get(`/links/${id}/qr.svg`))).toEqual([404, "link_not_found"]);
	});
});
