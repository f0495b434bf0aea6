import anchorme from "anchorme";
import Autolinker from "autolinker";
import { LinkifyIt } from "linkify-it";
import * as linkify from "linkifyjs";
import twitter from "twitter-text";
import { beforeAll, expect, it } from "vitest";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { LINK_HERE, SENTENCES_WITH_LINKS } from "#server/testing/corpora/sentences-with-links.ts";

const app = useTestApp();
const TARGET = "https://example.com/menu";
/** In sentences the link has a host that every finder knows as one. */
const WRITTEN = "https://visualink.com";
const PERSON =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const linkifyIt = new LinkifyIt();

/** What chat programs and websites take for the link in a text, by the library that they use. */
const FINDERS: Record<string, (text: string) => string[]> = {
	"linkify-it": (text) => (linkifyIt.match(text) ?? []).map(({ url }) => url),
	linkifyjs: (text) => linkify.find(text, "url").map(({ href }) => href),
	autolinker: (text) => Autolinker.parse(text, { urls: true }).map((match) => match.getAnchorHref()),
	anchorme: (text) => anchorme.list(text).map(({ string }) => string),
	"twitter-text": (text) => twitter.extractUrls(text),
};

let path: string;
beforeAll(async () => {
	const owner = await subscriber(app);
	const { linkSlug } = await createLink(owner, { targetUrl: TARGET });
	path = `/go/${owner.user.userSlug}/${linkSlug}`;
});

it.each(Object.entries(FINDERS))("arrives wherever %s ends a link in a sentence (P125, P291)", async (_, find) => {
	const lost: string[] = [];
	for (const sentence of Object.values(SENTENCES_WITH_LINKS).flat()) {
		const found = foundIn(sentence, find);
		if (found.length === 0) lost.push(`not found: ${sentence}`);
		for (const url of found) {
			const { pathname, search } = new URL(url);
			const answer = await fetch(app.origin + pathname + search, {
				redirect: "manual",
				headers: { "user-agent": PERSON },
			});
			if (answer.headers.get("location")?.startsWith(TARGET) !== true) lost.push(`${answer.status}: ${url}`);
		}
	}
	expect(lost).toEqual([]);
});

/** Our links in a sentence as a finder reads them: the plain address and a fresh link, also with a space before it. */
function foundIn(sentence: string, find: (text: string) => string[]): string[] {
	const link = WRITTEN + path;
	const written = [link, `${link}?v=2`, ` ${link}`, ` ${link}?v=2`].map((each) => sentence.replaceAll(LINK_HERE, each));
	return [...new Set(written.flatMap(find))].filter((url) => url.startsWith(link));
}
