import { Parser } from "htmlparser2";

/** Some readers stop early: what every platform needs comes before this byte. */
export const EARLY_BYTES = 4_096;
/** Elements of a head; any other start tag ends it (HTML, 13.2.6.4.4). */
const OF_HEAD = new Set(
	"base basefont bgsound head html link meta noframes noscript script style template title".split(" "),
);
/** Elements whose content a reader of tags may skip. */
const PASSED_OVER = ["noscript", "template"];
const NEEDED = /^(?:og:(?:title|description|image|url)|twitter:card)$/;

export type PageTags = {
	/** All `og:*` and `twitter:*` tags, in order. */
	found: { key: string; content: string }[];
	/** The first values of `og:*` and `twitter:*`. */
	first: (key: string) => string | undefined;
	/** The page's title; "" without one. */
	title: string;
	/** Whether a required tag ends after `EARLY_BYTES`. */
	isLate: boolean;
	/** What ended the head before a tag: '<div>', 'text', '</head>'; null if all tags are in the head. */
	headEndedBy: string | null;
	/** 'noscript' or 'template' around a tag; null without. */
	within: string | null;
	/** What `<meta name>` without a colon says, such as `robots`; names in lower case. */
	named: { name: string; content: string }[];
	hasScript: boolean;
	/** Whether the head contains Discord's card with a button. */
	hasEmbed: boolean;
	hasRefresh: boolean;
	/** Whether the page ends with its own `</html>`. */
	isComplete: boolean;
};

/** The page's tags, and their places, as a browser's parser sees them. */
export function readTags(bytes: Buffer): PageTags {
	const text = bytes.toString("utf8");
	const page: PageTags = {
		found: [],
		first: (key) => page.found.find((tag) => tag.key === key)?.content,
		title: "",
		isLate: false,
		headEndedBy: null,
		within: null,
		named: [],
		hasScript: false,
		hasEmbed: false,
		hasRefresh: false,
		isComplete: false,
	};
	/** What ended the head; null while it is open. */
	let ended: string | null = null;
	const open: string[] = [];
	const parser = new Parser({
		onopentag(name, { property, name: named, content = "", "http-equiv": equiv, id, type }) {
			if (!OF_HEAD.has(name)) ended ??= `<${name}>`;
			open.push(name);
			const isEmbed = id === "discord:component-embed" && type === "application/json";
			if (name === "script" && isEmbed && ended === null) page.hasEmbed = true;
			else if (name === "script") page.hasScript = true;
			if (name !== "meta") return;
			if (equiv?.toLowerCase() === "refresh") page.hasRefresh = true;
			if (named !== undefined && !named.includes(":")) page.named.push({ name: named.toLowerCase(), content });
			const key = property ?? named;
			if (key === undefined || !/^(?:og|twitter):/.test(key)) return;
			page.found.push({ key, content });
			page.headEndedBy ??= ended;
			page.within ??= PASSED_OVER.find((each) => open.includes(each)) ?? null;
			if (NEEDED.test(key) && Buffer.byteLength(text.slice(0, parser.endIndex)) > EARLY_BYTES) page.isLate = true;
		},
		ontext(part) {
			const holder = open.at(-1) ?? "";
			if (holder === "title" && !open.includes("svg")) page.title += part;
			if (["", "html", "head"].includes(holder) && part.trim() !== "") ended ??= "text";
		},
		onclosetag(name, isImplied) {
			if (open.includes(name)) open.splice(open.lastIndexOf(name), 1);
			if (name === "head") ended ??= "</head>";
			if (name === "html") page.isComplete = !isImplied;
		},
	});
	parser.end(text);
	return page;
}
