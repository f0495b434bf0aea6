import { Parser } from "htmlparser2";

/** Some parsers stop early, so required tags must come before this byte. */
export const EARLY_BYTES = 4_096;
/** Elements of a head; any other start tag ends it (HTML, 13.2.6.4.4). */
const OF_HEAD = new Set(
	"base basefont bgsound head html link meta noframes noscript script style template title".split(" "),
);
/** Elements whose content a tag parser may skip. */
const PASSED_OVER = ["noscript", "template"];
const NEEDED = /^(?:og:(?:title|description|image|url)|twitter:card)$/;

export type PageTags = {
	found: { key: string; content: string }[];
	first: (key: string) => string | undefined;
	title: string;
	isLate: boolean;
	/** What ended the head before a tag: '<div>', 'text', '</head>'; null if all tags are in the head. */
	headEndedBy: string | null;
	/** 'noscript' or 'template' around a tag, or null. */
	within: string | null;
	/** Contents of `<meta name>` without a colon, such as `robots`; names in lowercase. */
	named: { name: string; content: string }[];
	hasScript: boolean;
	hasEmbed: boolean;
	hasRefresh: boolean;
	isComplete: boolean;
};

/** The page's tags and their positions, parsed as a browser does. */
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
