import type { OwnAnswer } from "#server/outbound/own-address.ts";
import { cutText } from "#shared/cards/cut-text.ts";
import type { TextRule } from "#shared/cards/platforms.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail, OUR_FAULT, PROXY, quoted, SLOW_MS, warn } from "./findings.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import { EARLY_BYTES, type PageTags, readTags } from "./read-tags.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/** What a fetcher's card must say. */
export type ExpectedCard = {
	title: string;
	description: string;
	/** The link's own address. */
	url: string;
	/** The picture's whole address without its tag; null without a picture. */
	picture: string | null;
	/** What the button of Discord's card says; null without one. */
	button: string | null;
};

const BUTTON_MEND = "It shows the card without one. Shorten the texts, or tell us.";
const STRIPPED = `${PROXY} If nothing does, please tell us.`;

/** What is wrong with the page that a fetcher was given. */
export function judgePage(fetcher: TestFetcher, answer: OwnAnswer, expected: ExpectedCard): Finding[] {
	const { name, platform } = fetcher;
	const broken = unusable(name, answer) ?? judgeTransfer(fetcher, answer, "the page");
	if (broken) return [broken];
	if (answer.bytes.length === 0) return [fail(`${name} is given nothing for the page`)];
	const tags = readTags(answer.bytes);
	if (isAnother(tags, expected))
		return [fail(`${name} finds no title: it is given a page named ${quoted(tags.title)}`)];
	const { first } = tags;
	const count = (key: string) => tags.found.filter((tag) => tag.key === key).length;
	const missing = (key: string, what: string) =>
		first(key) === undefined && fail(`${name} finds no ${what}: the page has no ${key}`, STRIPPED);
	const found: (Finding | false)[] = [
		...judgeHeaders(name, answer),
		missing("og:title", "title"),
		other(name, "title", { told: first("og:title"), expected: expected.title }),
		missing("og:description", "description"),
		other(name, "description", { told: first("og:description"), expected: expected.description }),
		missing("og:url", "address"),
		other(name, "address for the card", { told: first("og:url"), expected: expected.url }),
		...pictureTag(name, first("og:image"), expected.picture),
		...twitterTags(fetcher, tags, expected),
		(first("og:site_name") ?? "").length > (platform.siteNameMax ?? Infinity) &&
			fail(`${name} shows no card: the site's name is too long`, OUR_FAULT),
		...["og:title", "og:image", "og:url", "twitter:card"].map(
			(key) => count(key) > 1 && warn(`${name} finds a tag twice: ${key}`),
		),
		tags.isLate && fail(`${name} may not read far enough: the tags come after ${EARLY_BYTES} bytes`),
		tags.headEndedBy !== null &&
			fail(`${name} finds tags outside of the page's head, which ends with ${tags.headEndedBy} before them`),
		tags.within !== null && fail(`${name} may pass over the tags: they are inside <${tags.within}>`),
		expected.button !== null && !tags.hasEmbed && warn(`${name} finds no card with a button`, BUTTON_MEND),
		tags.hasScript && warn(`A script was added to the page that ${name} reads`),
		tags.hasRefresh && warn(`${name} is sent on by the page itself`),
		!tags.isComplete && fail(`${name} is given half a page: it has no end`),
		answer.took > SLOW_MS && warn(`${name} waits more than three seconds for the page`),
		...cutTexts({ name, platform }, expected),
	];
	return found.filter((each) => each !== false);
}

/** Whether this is no card page of ours at all: it has none of the tags, and another title. */
function isAnother({ first, title }: PageTags, expected: ExpectedCard): boolean {
	return first("og:title") === undefined && first("og:url") === undefined && title !== "" && title !== expected.title;
}

function judgeHeaders(name: string, { header }: OwnAnswer): (Finding | false)[] {
	const caching = header("cache-control");
	const vary = header("vary");
	return [
		!/charset=utf-8/i.test(header("content-type")) && warn(`${name} is not told that the page is in UTF-8`),
		header("content-disposition").includes("attachment") && fail(`${name} is given the page as a download`),
		!/no-store/.test(caching) &&
			warn(`${name} may be given an old page: its Cache-Control ${caching ? `is ${quoted(caching)}` : "is missing"}`),
		Number(header("age")) > 0 && fail(`${name} is given a page from a cache, ${Number(header("age"))} seconds old`),
		!/user-agent|^\*$/i.test(vary) &&
			warn(`A cache may give ${name} the page of another: Vary does not name User-Agent`),
		/nosnippet|noimageindex/.test(header("x-robots-tag")) && warn(`${name} is asked to show no snippet`),
	];
}

/** What a fetcher that reads `twitter:*` is told otherwise; where it is missing, `og:*` counts. */
function twitterTags(
	{ name, prefersTwitter, heedsCardKind }: TestFetcher,
	{ found, first }: PageTags,
	expected: ExpectedCard,
): (Finding | false)[] {
	const kinds = found.filter(({ key }) => key === "twitter:card").map(({ content }) => content);
	const kind = expected.picture === null ? "summary" : "summary_large_image";
	const wrong = kinds.find((each) => each !== kind);
	const isKnown = /^summary(_large_image)?$/.test(first("twitter:card") ?? "");
	const card = [
		!isKnown && fail(`${name} is not told which card it is: the page has no valid twitter:card`, STRIPPED),
		isKnown &&
			heedsCardKind === true &&
			wrong !== undefined &&
			fail(`${name} is told to draw the card ${quoted(wrong)}`),
	];
	if (!prefersTwitter) return card;
	const value = { title: expected.title, description: expected.description, image: expected.picture ?? "" };
	const others = Object.entries(value).map(([part, wanted]) => {
		const tag = found.find(({ key, content }) => key === `twitter:${part}` && !isSame(content, wanted, part));
		return tag !== undefined && fail(`${name} is given another ${part} by twitter:${part}: ${quoted(tag.content)}`);
	});
	return [...card, ...others];
}

function isSame(told: string, expected: string, part: string): boolean {
	return part === "image" ? withoutQuery(told) === withoutQuery(expected) : told === expected;
}

/** What is wrong with the answer to a HEAD. */
export function judgeHead({ name }: TestFetcher, { status }: OwnAnswer): Finding[] {
	return status === 200 ? [] : [fail(`${name} asks with HEAD first, and is answered ${status}`)];
}

function unusable(name: string, { status, header }: OwnAnswer): Finding | null {
	if (status === 206 && !isWhole(header("content-range"))) return fail(`${name} is given a part of the page (206)`);
	if (status >= 300 && status < 400) {
		const to = header("location");
		return fail(`${name} is sent on (${status}) instead of given a card${to && `, to ${to.slice(0, 200)}`}`);
	}
	if (status === 401 || status === 403) return fail(`${name} is turned away (${status})`);
	if (status === 404 || status === 410) return fail(`${name} is told that there is no such link (${status})`);
	if (status === 429) return fail(`${name} is told that it asks too often (429)`);
	if (status > 200 && status < 300 && status !== 206) return fail(`${name} is given no page (${status})`);
	if (status !== 200 && status !== 206) return fail(`${name} is answered with an error (${status})`);
	const type = header("content-type");
	if (!type.startsWith("text/html")) return fail(`${name} is given ${type || "an unnamed type"} and no page`);
	return null;
}

/** Whoever asks for the beginning may be told that it is all there is. */
function isWhole(contentRange: string): boolean {
	const [, last, length] = /^bytes 0-(\d+)\/(\d+)$/.exec(contentRange) ?? [];
	return last !== undefined && Number(last) + 1 === Number(length);
}

function pictureTag(name: string, told: string | undefined, expected: string | null): (Finding | false)[] {
	if (expected === null) return [told !== undefined && fail(`${name} is given a picture that the card does not have`)];
	if (told === undefined) return [fail(`${name} finds no picture: the page has no og:image`, STRIPPED)];
	if (!/^https?:\/\//.test(told)) return [fail(`${name} can't find a picture without its whole address`, STRIPPED)];
	return [withoutQuery(told) !== withoutQuery(expected) && fail(`${name} is given another picture: ${quoted(told)}`)];
}

function withoutQuery(address: string): string | undefined {
	return address.split("?")[0];
}

/** That a tag says something else, and what. */
function other(name: string, what: string, { told, expected }: { told: string | undefined; expected: string }) {
	return told !== undefined && told !== expected && fail(`${name} is given another ${what}: ${quoted(told)}`);
}

function cutTexts({ name, platform }: Pick<TestFetcher, "name" | "platform">, card: ExpectedCard): (Finding | false)[] {
	const { title, description } = (card.button && platform.withButton) || platform.large || platform.small;
	const shorten = "Shorten it, or write another one for this app.";
	const cut = (what: string, text: string, rule: TextRule | null) =>
		rule !== null && cutText(text, rule).isCut && warn(`${name} cuts the ${what} at ${limitOf(rule)}`, shorten);
	return [cut("title", card.title, title), cut("description", card.description, description)];
}

function limitOf({ bytes, characters }: TextRule): string {
	return bytes === undefined ? `${characters} characters` : `${bytes} bytes`;
}
