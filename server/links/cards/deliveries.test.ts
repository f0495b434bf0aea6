import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import type { LatestDelivery, LinkDeliveries } from "#shared/links/cards/delivery.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createDeliveries } from "./deliveries.ts";
import { createImageTags } from "./image-tags.ts";

/** One agent of each of twenty platforms. */
const AGENTS = [
	...new Map(fixture("preview-fetchers").map(({ platform, userAgent }) => [platform, userAgent])).entries(),
].slice(0, 20);

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const fetchAs = (userAgent: string, url: string, init: RequestInit = {}) =>
	fetch(url, { headers: { "user-agent": userAgent }, ...init });
const told = async (linkId: number): Promise<LinkDeliveries> =>
	(await owner.get(API.links.deliveries(linkId))).json() as Promise<LinkDeliveries>;
const tagOf = ({ id, imageUrl }: LinkView, cardVersion: number) =>
	createImageTags(app.deps).sign({ id, cardVersion }, imageUrl ?? "");
const words = ({ deliveries }: LinkDeliveries) =>
	deliveries.map(({ platform, version, kind }) => `${platform} ${version} ${kind}`).sort();

async function made(): Promise<LinkView> {
	const image = await asFile(twoColours({ width: 1200, height: 630 }));
	const answer = await owner.post(API.links.all, linkForm({ image }));
	return answer.json() as Promise<LinkView>;
}

it("tells which of twenty platforms has taken which version, with its picture, within ten seconds", async () => {
	const link = await made();
	expect(link.cardVersion).toBe(1);
	for (const version of [1, 2]) {
		let expected: string[] = [];
		if (version === 2) {
			const form = linkForm({ title: "Another", imageUrl: link.imageUrl ?? "", imageSource: "upload" });
			const answer = await owner.put(API.links.bySlug(link.linkSlug), form);
			expect(await answer.json()).toMatchObject({ cardVersion: 2 });
		}
		for (const [platform, userAgent] of AGENTS) {
			const card = await (await fetchAs(userAgent, `${link.shortUrl}?v=${version}`)).text();
			const image = /property="og:image" content="([^"]+)"/.exec(card)?.[1] ?? "";
			expect(image).toBe(`${app.origin}${link.imageUrl}?l=${tagOf(link, version)}`);
			const picture = await fetchAs(userAgent, image);
			expect([picture.status, picture.headers.get("cache-control")]).toEqual([
				200,
				"public, max-age=31536000, immutable",
			]);
			expected = [...expected, `${platform} ${version} page`, `${platform} ${version} picture`];
		}
		await until(async () => words(await told(link.id)).join() === expected.sort().join());
	}
	const data = (await (await owner.get(API.account.data)).json()) as { cardDeliveries: LatestDelivery[] };
	expect(data.cardDeliveries.filter(({ linkId }) => linkId === link.id)).toHaveLength(2 * 2 * AGENTS.length);
	expect((await told(link.id)).version).toBe(2);
	const latest = (await (await owner.get(API.latestDeliveries)).json()) as LatestDelivery[];
	expect(latest.find(({ linkId }) => linkId === link.id)).toMatchObject({ version: 2 });
});

it("counts a version for each change of what a card shows, and for nothing else", async () => {
	const link = await made();
	const save = async (changes: object) => {
		const form = linkForm({ imageUrl: link.imageUrl ?? "", imageSource: "upload", ...changes });
		const answer = await owner.put(API.links.bySlug(link.linkSlug), form);
		return ((await answer.json()) as LinkView).cardVersion;
	};
	expect(await save({})).toBe(1);
	expect(await save({ targetUrl: "https://example.com/other" })).toBe(1);
	expect(await save({ title: "New" })).toBe(2);
	expect(await save({ title: "New", description: "New" })).toBe(3);
	expect(await save({ title: "New", description: "New", imageUrl: "" })).toBe(4);
	expect(await save({ title: "New", description: "New", imageUrl: "" })).toBe(4);
});

it("counts no fetch by people, by HEAD, or by a tag that is not signed for this picture in a card that was (P246)", async () => {
	const link = await made();
	const image = `${app.origin}${link.imageUrl}`;
	const whatsapp = "WhatsApp/2.23.20.0 A";
	const person =
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
	const tag1 = tagOf(link, 1);
	const elsewhere = createImageTags({ sessionSecret: "another secret" });
	for (const tag of [
		"",
		// The sequential ID that earlier releases put there, which anyone can guess.
		`${link.id}.1`,
		tagOf(link, 2),
		tagOf({ ...link, id: 0 }, 1),
		tagOf({ ...link, id: 999_999_999 }, 1),
		elsewhere.sign({ id: link.id, cardVersion: 1 }, link.imageUrl ?? ""),
		`${tag1}%00`,
		tag1.slice(1),
		`${tag1.startsWith("A") ? "B" : "A"}${tag1.slice(1)}`,
	]) {
		expect((await fetchAs(whatsapp, `${image}?l=${tag}`)).status).toBe(200);
	}
	expect((await fetchAs(whatsapp, `${image}?l=${tag1}&l=${tag1}`)).status).toBe(200);
	await fetchAs(person, `${image}?l=${tag1}`);
	const { imageUrl } = await createLink(owner, { image: await asFile(twoColours({ width: 630, height: 1200 })) });
	expect(imageUrl).not.toBe(link.imageUrl);
	expect((await fetchAs(whatsapp, `${app.origin}${imageUrl}?l=${tag1}`)).status).toBe(200);
	// Past what is read of a user agent.
	await fetchAs(`${"x".repeat(1_024)} TelegramBot`, `${image}?l=${tag1}`);
	await fetchAs(person, link.shortUrl, { redirect: "manual" });
	await fetchAs(whatsapp, link.shortUrl, { method: "HEAD" });
	await fetchAs(whatsapp, `${image}?l=${tag1}`, { method: "HEAD" });
	await fetchAs("TelegramBot (like TwitterBot)", link.shortUrl);
	await until(async () => (await told(link.id)).deliveries.length > 0);
	expect(words(await told(link.id))).toEqual(["telegram 1 page"]);
});

it("is told to the link's owner alone", async () => {
	const link = await made();
	const other = await subscriber(app);
	expect((await other.get(API.links.deliveries(link.id))).status).toBe(404);
	for (const id of ["0", "-1", "1.5", "abc", "2147483648", "9999999999"]) {
		expect((await owner.get(`/api/links/${id}/deliveries`)).status).toBe(404);
	}
	expect(await (await other.get(API.latestDeliveries)).json()).toEqual([]);
});

it("says once what was written twenty times, whoever dies after the commit, with the first and the last time", async () => {
	const link = await made();
	const { id, imageUrl } = link;
	const tags = createImageTags(app.deps);
	let clock = Date.UTC(2026, 0, 1);
	const dying = {
		query: async (query: pg.QueryConfig) => {
			await app.deps.pool.query(query);
			throw new Error("Killed after the commit");
		},
	} as unknown as pg.Pool;
	const told1 = (pool: pg.Pool) => createDeliveries({ pool, tags, now: () => new Date(clock), log: app.deps.log });
	for (let death = 0; death < 20; death += 1) {
		const process = told1(dying);
		process.page({ id, cardVersion: 1 }, "x", clock);
		process.page({ id, cardVersion: 1 }, "x", clock + 1);
		process.picture({ imageUrl: imageUrl ?? "", tag: tagOf(link, 1), platform: "x" });
		await process.stop();
		clock += 60_000;
	}
	const back = told1(app.deps.pool);
	back.page({ id, cardVersion: 1 }, "x", Date.UTC(2026, 0, 1) + 5);
	await back.stop();
	expect((await told(id)).deliveries).toEqual([
		{ platform: "x", version: 1, kind: "page", ...times("00:00:00.000", "00:19:00.001") },
		{ platform: "x", version: 1, kind: "picture", ...times("00:00:00.000", "00:19:00.000") },
	]);
});

it("stores the ten newest versions that each platform has fetched", async () => {
	const { id } = await made();
	await app.deps.pool.query("UPDATE links SET card_version = 30 WHERE id = $1", [id]);
	const tags = createImageTags(app.deps);
	const deliveries = createDeliveries({ pool: app.deps.pool, tags, now: app.deps.now, log: app.deps.log });
	deliveries.page({ id, cardVersion: 1 }, "slack", Date.now());
	for (let cardVersion = 1; cardVersion <= 30; cardVersion += 1) {
		deliveries.page({ id, cardVersion }, "x", Date.now());
		if (cardVersion % 7 === 0) await deliveries.stop();
	}
	await deliveries.stop();
	const select = "SELECT platform, version FROM deliveries WHERE link_id = $1 ORDER BY 1, 2";
	const { rows } = await app.deps.pool.query<{ platform: string; version: number }>(select, [id]);
	expect(rows.map(({ platform, version }) => `${platform} ${version}`)).toEqual([
		"slack 1",
		...Array.from({ length: 10 }, (_, n) => `x ${n + 21}`),
	]);
});

it("tells the newest fetch of the thousand links that were fetched last, and of no more at once", async () => {
	const many = await subscriber(app);
	const insert = `WITH made AS (
			INSERT INTO links (user_id, link_slug, target_url, title, description)
			SELECT $1, 'many' || n, 'https://example.com', 'T', 'D' FROM generate_series(1, 1002) n RETURNING id
		)
		INSERT INTO deliveries (link_id, platform, version, kind, first_at, last_at)
		SELECT id, platform, 1, 'page', '2026-01-01', '2026-01-01'::timestamptz + id * '1 s'::interval + later
		FROM made, (VALUES ('x', '0 s'::interval), ('slack', '1 ms')) AS seen (platform, later) RETURNING link_id`;
	const { rows } = await app.deps.pool.query<{ link_id: number }>(insert, [many.user.id]);
	const ids = [...new Set(rows.map(({ link_id }) => link_id))].sort((a, b) => b - a);
	const latest = (await (await many.get(API.latestDeliveries)).json()) as LatestDelivery[];
	expect(latest.map(({ linkId }) => linkId)).toEqual(ids.slice(0, 1_000));
	expect(new Set(latest.map(({ platform }) => platform))).toEqual(new Set(["slack"]));
});

function times(first: string, last: string) {
	return { firstAt: `2026-01-01T${first}Z`, lastAt: `2026-01-01T${last}Z` };
}
