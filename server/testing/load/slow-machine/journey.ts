import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { linkForm } from "#server/testing/app/subscriber.ts";
import { jpegOfScans } from "#server/testing/corpora/bombs.ts";
import { asFile } from "#server/testing/corpora/pictures.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkView } from "#shared/links/link.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FETCHER = "facebookexternalhit/1.1";
const PAGE = "http://coast.sandbox.example/article";
/** Visits of each kind that come at once. */
const AT_ONCE = 10;
const ROWS = 200;
const COUNTED_WITHIN_MS = 120_000;

type Options = { origin: string; fetch: typeof fetch; begin: (step: string) => void };

/**
 * What a newcomer does first, and then what costs this service most, over HTTP.
 * @returns what is missing, a line each
 */
export async function travel({ origin, fetch: ask, begin }: Options): Promise<string[]> {
	const missing: string[] = [];
	const ada = createBrowser(origin, {}, ask);
	const want = (is: boolean, words: string) => void (is || missing.push(words));
	const json = async (path: string) => (await ada.get(path)).json() as Promise<Record<string, unknown>>;
	const at = (path: string, agent: string) =>
		ask(new URL(path, origin).href, { headers: { "user-agent": agent }, redirect: "manual" });

	begin("sign in");
	await signIn(ada, "ada@example.com");
	begin("onboarding");
	await giveConsent(ada, "ada@example.com");
	begin("subscribe");
	await subscribe(ada, "enterprise");

	begin("link with an image");
	const created = await ada.post(API.links.all, linkForm({ image: await photo(3_000, 2_000) }));
	want(created.status === 201, "the link with an image");
	const link = (await created.json()) as LinkView;
	const { pathname: path } = new URL(link.shortUrl);

	begin("card and redirect");
	const card = await (await at(path, FETCHER)).text();
	want((await at(imageOf(card), FETCHER)).status === 200, "the card's image");
	want((await at(path, CHROME)).status === 302, "the redirect");
	begin("visits at once");
	const agents = Array.from({ length: AT_ONCE }, () => [CHROME, FETCHER]).flat();
	const visits = await Promise.all(agents.map((agent) => at(path, agent)));
	want(
		visits.every(({ status }) => status < 400),
		"visits at once",
	);

	begin("statistics");
	const expected = { total: 2 * AT_ONCE + 2, human: AT_ONCE + 1, bot: AT_ONCE + 1 };
	const views = await counted(() => json(API.stats.linkViews(link.id)), expected.total);
	want(JSON.stringify(views) === JSON.stringify(expected), `views: ${JSON.stringify(views)}, sent ${expected.total}`);
	want((await ada.get(`${API.analytics.linkChart(link.id)}?range=7d`)).status === 200, "the chart");

	begin("heavy image");
	const heavy = await asFile(jpegOfScans({ width: 4_000, height: 3_000, scans: 90 }), "image/jpeg");
	const made = await ada.post(API.links.all, linkForm({ image: heavy }));
	want([201, 503].includes(made.status), "a link with a heavy image");
	begin("page for the form");
	want((await ada.post(API.links.prefill, { url: PAGE })).status === 200, "the page for the form");
	begin("image from a page");
	want((await ada.post(API.links.picture, { url: new URL("/beach.png", PAGE).href })).status === 200, "its image");
	begin("test of a link");
	want((await ada.post(API.links.selfTest(link.id))).status === 200, "the test of a link");

	begin("import");
	const imported = await ada.send("POST", `${API.imports.all}?name=links.csv`, csv() as never, {
		headers: { "content-type": "text/csv" },
	});
	want(imported.status === 201, "the import");
	const { id } = (await imported.json()) as { id?: string };
	if (id) want((await ada.post(API.imports.start(id), { prefill: false })).status === 200, "the import's start");
	const total = ROWS + (made.status === 201 ? 2 : 1);
	const links = await counted(
		async () => ({ total: Number((await json(API.links.monthlyUsage)).monthlyCount) }),
		total,
	);
	want(links.total === total, `links: ${links.total} of ${total}`);
	return missing;
}

/** Asks until there are so many, and once more for those that came too often. */
async function counted<T extends { total?: unknown }>(read: () => Promise<T>, total: number): Promise<T> {
	const giveUpAt = performance.now() + COUNTED_WITHIN_MS;
	while (performance.now() < giveUpAt && Number((await read()).total) < total) await delay(2_000);
	await delay(2_000);
	return read();
}

function imageOf(card: string): string {
	return /property="og:image" content="([^"]+)"/.exec(card)?.[1] ?? "/no-image";
}

async function photo(width: number, height: number): Promise<Blob> {
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const image = sharp({ create: { width, height, channels: 3, background: "#e8472b", noise } }).blur(8);
	return asFile(await image.jpeg().toBuffer(), "image/jpeg");
}

function csv(): Blob {
	const rows = Array.from({ length: ROWS }, (_, n) => `https://example.com/page/${n},Title ${n},A description`);
	return new Blob([["url,title,description", ...rows].join("\n")], { type: "text/csv" });
}
