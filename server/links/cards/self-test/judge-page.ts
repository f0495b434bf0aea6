import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import { cutText } from "#shared/links/cards/cut-text.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import type { TextRule } from "#shared/public/platforms/drawing.ts";
import { fail, OUR_FAULT, PROXY, quoted, SLOW_MS, warn } from "./findings.ts";
import { judgeRobotsTags } from "./judge-robots-tags.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import { EARLY_BYTES, type PageTags, readTags } from "./read-tags.ts";
import type { TestFetcher } from "./test-fetchers.ts";

export type ExpectedCard = {
	title: string;
	description: string;
	url: string;
	/** The image's full URL without its tag; null without an image. */
	picture: string | null;
	button: string | null;
};

const BUTTON_MEND = "It shows the card without one. Shorten the texts, or contact us.";
const STRIPPED = `${PROXY} If nothing does, please contact us.`;

export function judgePage(fetcher: TestFetcher, answer: OwnAnswer, expected: ExpectedCard): Finding[] {
	const { name, platform } = fetcher;
	const broken = unusable(name, answer) ?? judgeTransfer(fetcher, answer, "the page");
	if (broken) return [broken];
	if (answer.bytes.length === 0) return [fail(`${name} got an empty page`)];
	const tags = readTags(answer.bytes);
	if (isAnother(tags, expected)) return [fail(`${name} found no title: it got a page named ${quoted(tags.title)}`)];
	const { first } = tags;
	const count = (key: string) => tags.found.filter((tag) => tag.key === key).length;
	const missing = (key: string, what: string) =>
		first(key) === undefined && fail(`${name} found no ${what}: the page has no ${key}`, STRIPPED);
	const found: (Finding | false)[] = [
		...judgeHeaders(name, answer),
		...judgeRobotsTags(fetcher, answer, tags),
		missing("og:title", "title"),
		other(name, "title", { actual: first("og:title"), expected: expected.title }),
		missing("og:description", "description"),
		other(name, "description", { actual: first("og:description"), expected: expected.description }),
		missing("og:url", "URL"),
		other(name, "URL", { actual: first("og:url"), expected: expected.url }),
		...imageTag(name, first("og:image"), expected.picture),
		...secureImageTag(name, first("og:image:secure_url"), expected.picture),
		...twitterTags(fetcher, tags, expected),
		(first("og:site_name") ?? "").length > (platform.siteNameMax ?? Infinity) &&
			fail(`${name} shows no card: the site name is too long`, OUR_FAULT),
		...["og:title", "og:image", "og:url", "twitter:card"].map(
			(key) => count(key) > 1 && warn(`${name} found a tag twice: ${key}`),
		),
		tags.isLate && fail(`${name} may miss the tags: they come after the first ${EARLY_BYTES} bytes`),
		tags.headEndedBy !== null &&
			fail(`${name} found tags outside the page's head: ${tags.headEndedBy} ends it before them`),
		tags.within !== null && fail(`${name} may skip the tags: they are inside <${tags.within}>`),
		expected.button !== null && !tags.hasEmbed && warn(`${name} found no card with a button`, BUTTON_MEND),
		tags.hasScript && warn(`${name} got a page with a script that we did not send`),
		tags.hasRefresh && warn(`${name} got a page that redirects`),
		!tags.isComplete && fail(`${name} got half a page: its end is missing`),
		answer.took > SLOW_MS && warn(`${name} waited more than three seconds for the page`),
		...cutTexts({ name, platform }, expected),
	];
	return found.filter((each) => each !== false);
}

/** Whether this isn't our card page at all: none of its tags, and a different title. */
function isAnother({ first, title }: PageTags, expected: ExpectedCard): boolean {
	return first("og:title") === undefined && first("og:url") === undefined && title !== "" && title !== expected.title;
}

function judgeHeaders(name: string, { header }: OwnAnswer): (Finding | false)[] {
	const caching = header("cache-control");
	const vary = header("vary");
	return [
		!/charset=utf-8/i.test(header("content-type")) &&
			warn(`${name} may show wrong characters: the Content-Type does not name UTF-8`),
		header("content-disposition").includes("attachment") && fail(`${name} got the page as a download`),
		!/no-store/.test(caching) &&
			warn(`${name} may get an old page: its Cache-Control ${caching ? `is ${quoted(caching)}` : "is missing"}`),
		Number(header("age")) > 0 && fail(`${name} got a page from a cache, ${Number(header("age"))} seconds old`),
		!/user-agent|^\*$/i.test(vary) &&
			warn(`${name} may get another app's page from a cache: Vary does not name User-Agent`),
		header("refresh") !== "" &&
			warn(`${name} got a page that redirects: its Refresh header is ${quoted(header("refresh"))}`),
	];
}

/** Findings for `twitter:*`, for a fetcher that prefers it and falls back to `og:*`. */
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
		!isKnown && fail(`${name} may show no card: the page has no valid twitter:card`, STRIPPED),
		isKnown &&
			heedsCardKind === true &&
			wrong !== undefined &&
			fail(`${name} shows the wrong kind of card: twitter:card is ${quoted(wrong)}`),
	];
	if (!prefersTwitter) return card;
	const value = { title: expected.title, description: expected.description, image: expected.picture ?? "" };
	const others = Object.entries(value).map(([part, wanted]) => {
		const tag = found.find(({ key, content }) => key === `twitter:${part}` && !isSame(content, wanted, part));
		return tag !== undefined && fail(`${name} got a different ${part} from twitter:${part}: ${quoted(tag.content)}`);
	});
	return [...card, ...others];
}

function isSame(actual: string, expected: string, part: string): boolean {
	return part === "image" ? withoutQuery(actual) === withoutQuery(expected) : actual === expected;
}

export function judgeHead({ name }: TestFetcher, { status }: OwnAnswer): Finding[] {
	return status === 200 ? [] : [fail(`${name} sent HEAD first and got ${status}`)];
}

function unusable(name: string, { status, header }: OwnAnswer): Finding | null {
	if (status === 206 && !isWhole(header("content-range"))) return fail(`${name} got only part of the page (206)`);
	if (status === 304) return fail(`${name} got "not modified" (304) and no page`);
	if (status >= 300 && status < 400) {
		const to = header("location");
		return fail(`${name} was redirected (${status})${to && ` to ${to.slice(0, 200)}`} and saw no card`);
	}
	if (status === 401 || status === 403) return fail(`${name} was refused the page (${status})`);
	if (status === 404 || status === 410) return fail(`${name} got "not found" (${status})`);
	if (status === 429) return fail(`${name} was rate limited (429)`);
	if (status > 200 && status < 300 && status !== 206) return fail(`${name} got no page (${status})`);
	if (status !== 200 && status !== 206) return fail(`${name} got an error (${status})`);
	const type = header("content-type");
	if (!type.startsWith("text/html")) return fail(`${name} got ${type || "a file without a type"} instead of a page`);
	return null;
}

/** A range from the beginning may cover the whole page. */
function isWhole(contentRange: string): boolean {
	const [, last, length] = /^bytes 0-(\d+)\/(\d+)$/.exec(contentRange) ?? [];
	return last !== undefined && Number(last) + 1 === Number(length);
}

function imageTag(name: string, actual: string | undefined, expected: string | null): (Finding | false)[] {
	if (expected === null) return [actual !== undefined && fail(`${name} got an image that the card does not have`)];
	if (actual === undefined) return [fail(`${name} found no image: the page has no og:image`, STRIPPED)];
	if (!/^https?:\/\//.test(actual)) return [fail(`${name} can't load the image: og:image is not a full URL`, STRIPPED)];
	return [withoutQuery(actual) !== withoutQuery(expected) && fail(`${name} got a different image: ${quoted(actual)}`)];
}

/** If present, fetchers prefer it to `og:image`. */
function secureImageTag(name: string, actual: string | undefined, expected: string | null): (Finding | false)[] {
	const isOther = actual !== undefined && expected !== null && withoutQuery(actual) !== withoutQuery(expected);
	return [isOther && fail(`${name} got a different image from og:image:secure_url: ${quoted(actual)}`)];
}

function withoutQuery(address: string): string | undefined {
	return address.split("?")[0];
}

function other(name: string, what: string, { actual, expected }: { actual: string | undefined; expected: string }) {
	return actual !== undefined && actual !== expected && fail(`${name} got a different ${what}: ${quoted(actual)}`);
}

function cutTexts({ name, platform }: Pick<TestFetcher, "name" | "platform">, card: ExpectedCard): (Finding | false)[] {
	const { title, description } = (card.button && platform.withButton) || platform.large || platform.small;
	const shorten = "Shorten it, or add a custom card for this app.";
	const cut = (what: string, text: string, rule: TextRule | null) =>
		rule !== null && cutText(text, rule).isCut && warn(`${name} cuts the ${what} at ${limitOf(rule)}`, shorten);
	return [cut("title", card.title, title), cut("description", card.description, description)];
}

function limitOf({ bytes, characters }: TextRule): string {
	return bytes === undefined ? `${characters} characters` : `${bytes} bytes`;
}
