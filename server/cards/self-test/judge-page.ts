import { Parser } from "htmlparser2";
import type { OwnAnswer } from "#server/outbound/own-address.ts";
import { cutText } from "#shared/cards/cut-text.ts";
import type { TextRule } from "#shared/cards/platforms.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail, OUR_FAULT, SLOW_MS, warn } from "./findings.ts";
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

/** Readers cut early: what every platform needs comes before this byte. */
const EARLY_BYTES = 4_096;

const BUTTON_MEND = "It shows the card without one. Shorten the texts, or tell us.";

/** What is wrong with the page that a fetcher was given. */
export function judgePage({ name, platform }: TestFetcher, answer: OwnAnswer, expected: ExpectedCard): Finding[] {
	const broken = unusable(name, answer);
	if (broken) return [broken];
	const { header, bytes, took } = answer;
	const tags = readTags(bytes);
	const first = (key: string) => tags.found.find((tag) => tag.key === key)?.content;
	const found: (Finding | false)[] = [
		!/charset=utf-8/i.test(header("content-type")) && warn(`${name} is not told that the page is in UTF-8`),
		header("content-disposition").includes("attachment") && fail(`${name} is given the page as a download`),
		!/no-store/.test(header("cache-control")) && warn(`${name} may be given an old page: caches may keep it`),
		Number(header("age")) > 0 && fail(`${name} is given a page from a cache`),
		/user-agent|^\*$/i.test(header("vary")) === false && warn(`A cache may give ${name} the page of another`),
		/nosnippet|noimageindex/.test(header("x-robots-tag")) && warn(`${name} is asked to show no snippet`),
		first("og:title") === undefined && fail(`${name} finds no title`, OUR_FAULT),
		differs(first("og:title"), expected.title) && fail(`${name} is given another title, perhaps an old one`),
		first("og:description") === undefined && fail(`${name} finds no description`, OUR_FAULT),
		differs(first("og:description"), expected.description) &&
			fail(`${name} is given another description, perhaps an old one`),
		first("og:url") === undefined && fail(`${name} finds no address`, OUR_FAULT),
		differs(first("og:url"), expected.url) && fail(`${name} is given another address for the card`, OUR_FAULT),
		...pictureTag(name, first("og:image"), expected.picture),
		!/^summary(_large_image)?$/.test(first("twitter:card") ?? "") &&
			fail(`${name} is not told which card it is`, OUR_FAULT),
		(first("og:site_name") ?? "").length > (platform.siteNameMax ?? Infinity) &&
			fail(`${name} shows no card: the site's name is too long`, OUR_FAULT),
		["og:title", "og:image", "og:url"].some((key) => tags.found.filter((tag) => tag.key === key).length > 1) &&
			warn(`${name} finds a tag twice`),
		tags.late && fail(`${name} may not read far enough: the tags come after ${EARLY_BYTES} bytes`),
		tags.outside && fail(`${name} finds tags outside of the page's head`),
		expected.button !== null && !tags.hasEmbed && warn(`${name} finds no card with a button`, BUTTON_MEND),
		tags.hasScript && warn(`A script was added to the page that ${name} reads`),
		tags.hasRefresh && warn(`${name} is sent on by the page itself`),
		!tags.isComplete && fail(`${name} is given half a page`),
		took > SLOW_MS && warn(`${name} waits more than three seconds for the page`),
		...cutTexts({ name, platform }, expected),
	];
	return found.filter((each) => each !== false);
}

/** What is wrong with the answer to a HEAD. */
export function judgeHead({ name }: TestFetcher, { status }: OwnAnswer): Finding[] {
	return status === 200 ? [] : [fail(`${name} asks with HEAD first, and is answered ${status}`)];
}

function unusable(name: string, { status, header }: OwnAnswer): Finding | null {
	if (status === 206 && !isWhole(header("content-range"))) return fail(`${name} is given a part of the page (206)`);
	if (status >= 300 && status < 400) return fail(`${name} is sent on (${status}) instead of given a card`);
	if (status === 401 || status === 403) return fail(`${name} is turned away (${status})`);
	if (status === 404 || status === 410) return fail(`${name} is told that there is no such link (${status})`);
	if (status === 429) return fail(`${name} is told that it asks too often (429)`);
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
	if (told === undefined) return [fail(`${name} finds no picture`, OUR_FAULT)];
	if (!/^https?:\/\//.test(told)) return [fail(`${name} can't find a picture without its whole address`, OUR_FAULT)];
	return [
		told.split("?")[0] !== expected.split("?")[0] && fail(`${name} is given another picture, perhaps an old one`),
	];
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

function differs(told: string | undefined, expected: string): boolean {
	return told !== undefined && told !== expected;
}

/** The page's tags in their order, and where they stand. */
function readTags(bytes: Buffer) {
	const found: { key: string; content: string }[] = [];
	const page = {
		found,
		late: false,
		outside: false,
		hasScript: false,
		hasEmbed: false,
		hasRefresh: false,
		isComplete: false,
	};
	let isInHead = false;
	const text = bytes.toString("utf8");
	const parser = new Parser({
		onopentag(name, { property, name: named, content = "", "http-equiv": equiv, id, type }) {
			if (name === "head") isInHead = true;
			const isEmbed = id === "discord:component-embed" && type === "application/json";
			if (name === "script" && isEmbed && isInHead) page.hasEmbed = true;
			else if (name === "script") page.hasScript = true;
			if (name !== "meta") return;
			if (equiv?.toLowerCase() === "refresh") page.hasRefresh = true;
			const key = property ?? named;
			if (key === undefined || !/^(og|twitter):/.test(key)) return;
			found.push({ key, content });
			if (!isInHead) page.outside = true;
			const isNeeded = /^og:(title|description|image|url)$|^twitter:card$/.test(key);
			if (isNeeded && Buffer.byteLength(text.slice(0, parser.endIndex)) > EARLY_BYTES) page.late = true;
		},
		onclosetag(name, isImplied) {
			if (name === "head") isInHead = false;
			if (name === "html") page.isComplete = !isImplied;
		},
	});
	parser.end(text);
	return page;
}
