import { getPreviewFromContent } from "link-preview-js";
import openGraphScraper from "open-graph-scraper";
import { unfurl } from "unfurl.js";
import urlMetadata from "url-metadata";
import { beforeAll, describe, expect, test } from "vitest";
import { createImageTags } from "#server/links/cards/image-tags.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { hardTexts } from "#server/testing/corpora/hard-texts.ts";
import type { Link } from "#shared/links/links.table.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";

const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
/** Libraries know no address without a dot. */
const ORIGIN = "https://visualink.example";

const app = useTestApp({ env: { PUBLIC_ORIGIN: ORIGIN } });
let links: Link[];

beforeAll(async () => {
	const { id } = await insertUser(app.deps.db, "ada");
	links = [];
	for (const [n, texts] of hardTexts(200).entries()) {
		links.push(
			await insertLink(app.deps.db, { ...texts, userId: id, linkSlug: `l${n}`, imageUrl: `/images/${n}.jpg` }),
		);
	}
});

const urlOf = ({ linkSlug }: Link) => `http://localhost:${app.deps.config.http.port}${publicLinkPath("ada", linkSlug)}`;
/** For libraries that refuse to fetch from the machine they run on. */
const pageOf = async (link: Link) => (await fetch(urlOf(link), { headers: { "user-agent": FACEBOOK } })).text();
const HTML = { "content-type": "text/html; charset=utf-8" };
const shown = ({ id, title, description, imageUrl }: Link) => ({
	title,
	description,
	image: `${ORIGIN}${imageUrl}?l=${createImageTags(app.deps).sign({ id, cardVersion: 1 }, imageUrl ?? "")}`,
});

describe("public unfurling libraries read 200 hard texts exactly", () => {
	test("open-graph-scraper", async () => {
		for (const link of links) {
			const { result } = await openGraphScraper({ html: await pageOf(link) });
			const read = { title: result.ogTitle, description: result.ogDescription, image: result.ogImage?.[0]?.url };
			expect(read).toEqual(shown(link));
		}
	}, 60_000);

	test("url-metadata", async () => {
		for (const link of links) {
			const read = await urlMetadata(null, {
				parseResponseObject: new Response(await pageOf(link), { headers: HTML }),
			});
			const { "og:title": title, "og:description": description, "og:image": image } = read;
			expect({ title, description, image }).toEqual(shown(link));
		}
	}, 60_000);

	test("unfurl.js, which decodes twice and so can show no text that reads like an escape", async () => {
		const readable = links.filter(({ title, description }) => !/&[#\w]+;/.test(title + description));
		expect(readable.length).toBeGreaterThan(80);
		for (const link of readable) {
			const { open_graph: og } = await unfurl(urlOf(link), { headers: { "user-agent": FACEBOOK } });
			expect({ title: og.title, description: og.description, image: og.images?.[0]?.url }).toEqual(shown(link));
		}
	}, 60_000);

	test("link-preview-js", async () => {
		for (const link of links) {
			const read = await getPreviewFromContent({ url: urlOf(link), headers: HTML, data: await pageOf(link) });
			if (!("title" in read)) throw new Error("No page was read.");
			expect({ title: read.title, description: read.description, image: read.images[0] }).toEqual(shown(link));
		}
	}, 60_000);
});
