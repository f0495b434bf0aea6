import { WORST } from "./texts.ts";

/** As much as is read of a page. */
const PAGE_BYTES = 512 * 1_024;
/** What encloses the longest text. */
const AROUND = 200;

type Page = { contentType: string; bytes: Buffer };

const repeated = (part: string, most = PAGE_BYTES - AROUND) => part.repeat(Math.floor(most / Buffer.byteLength(part)));
const json = (text: string) => `<script type="application/ld+json">${text}</script>`;
const list = (item: string) => json(`[${repeated(`${item},`)}1]`);
const article = (name: string, value: string) => json(`{"@type":"Article","${name}":${value}}`);

/** Different texts, one after the other. */
function counted(one: (n: string) => string, most = PAGE_BYTES - AROUND): string {
	const all: string[] = [];
	for (let [n, length] = [0, 0]; length < most; n += 1) {
		const text = one((n * 7).toString(36));
		all.push(text);
		length += text.length;
	}
	return all.slice(0, -1).join("");
}

const MARKUP: Record<string, () => string> = {
	"attributes of one tag": () => `<meta ${counted((n) => `${n} `)}>`,
	"attributes of a tag that never ends": () => `<meta ${counted((n) => `${n}=1 `)}`,
	"numbered attributes": () => `<meta ${counted((n) => `${Number.parseInt(n, 36)} `)}>`,
	"tags with an attribute": () => counted((n) => `<a ${n}=${n}>`),
	"properties of different names": () => counted((n) => `<meta name=${n} content=1>`),
	"properties of one name": () => repeated("<meta name=a content=b>"),
	"pictures' links": () => counted((n) => `<link rel=image_src href=${n}>`),
	titles: () => repeated("<title> </title>"),
	"headings within headings": () => repeated("<h1> "),
	"void tags": () => repeated("<br>"),
	"CDATA sections": () => repeated("<![CDATA[]]>"),
	instructions: () => repeated("<?a?>"),
	drawings: () => repeated("<svg></svg>"),
	scripts: () => repeated("<script></script>"),
	"long entities": () => repeated("&CounterClockwiseContourIntegral;"),
	"a list of objects": () => list("{}"),
	"a list of lists": () => list("[]"),
	"a list of numbers": () => list("1.5"),
	"objects with a number as name": () => list('{"999":1}'),
	"objects with numbers as names": () => list('{"0":1,"999":1,"2400":1}'),
	"objects of different shapes": () => json(`[${counted((n) => `{"${n}":1},`)}1]`),
	"an object of many names": () => json(`{${counted((n) => `"${n}":1,`)}"a":1}`),
	"objects within objects": () => json('{"a":'.repeat(80_000) + 1 + "}".repeat(80_000)),
	"graphs within graphs": () => json(`{"@graph":[${repeated('{"@graph":[{}]},')}1]}`),
	"blocks of objects": () => repeated(json(`[${repeated('{"999":1},', 10_000)}1]`)),
	"pictures of an article": () => article("image", `[${repeated('{"url":["a","b"]},')}1]`),
	"escapes in a headline": () => article("headline", `"${repeated("\\ud83d")}"`),
	"tags in a headline": () => article("headline", JSON.stringify(repeated("<a b=c>"))),
	"types of an article": () => json(`{"@type":[${repeated('"a",')}1]}`),
	"entities in a property": () => `<meta property="og:title" content="${repeated("&#x1f600;")}">`,
	"words in a title": () => `<title>${repeated(" a")}</title>`,
};

/** Bytes that become more once they are text. */
const ENCODED: Record<string, () => [charset: string, unit: string]> = {
	"windows-1252 of changed characters": () => ["windows-1252", "80"],
	"windows-1252 of every other changed": () => ["windows-1252", "6180"],
	"an encoding of private use": () => ["x-user-defined", "80"],
	GB18030: () => ["gb18030", "8431a437"],
	Shift_JIS: () => ["shift_jis", "b1"],
	Big5: () => ["big5", "8862"],
	"escapes of ISO-2022-JP": () => ["iso-2022-jp", "1b"],
	"halves of UTF-16": () => ["utf-16be", "d8"],
	"broken UTF-8": () => ["utf-8", "ff"],
	"tags in UTF-16": () => ["utf-16le", "3c0062003e00"],
};

const UTF8 = "text/html; charset=utf-8";
const PAGES: Record<string, () => Page> = {
	...mapped(MARKUP, (make) => ({ contentType: UTF8, bytes: Buffer.from(make()) })),
	...mapped(WORST, (make) => ({ contentType: UTF8, bytes: Buffer.from(make(PAGE_BYTES)) })),
	...mapped(ENCODED, (make) => {
		const [charset, unit] = make();
		return { contentType: `text/html; charset=${charset}`, bytes: Buffer.alloc(PAGE_BYTES, unit, "hex") };
	}),
};

function mapped<Make>(all: Record<string, Make>, page: (make: Make) => Page): Record<string, () => Page> {
	return Object.fromEntries(Object.entries(all).map(([name, make]) => [name, () => page(make)]));
}

/** All names of such pages. */
export const PAGE_NAMES = Object.keys(PAGES);

/** A page of the largest size, made to take time or memory. */
export function hostilePage(name: string): Page {
	const { contentType, bytes } = PAGES[name]?.() ?? { contentType: "", bytes: Buffer.alloc(0) };
	return { contentType, bytes: bytes.subarray(0, PAGE_BYTES) };
}
