import { expect, it } from "vitest";
import { readPage } from "./read-page.ts";

const URL_OF_PAGE = "https://coast.example/beach";

/** What a page of this type and text says. */
function read(html: string, type: string | null = "text/html; charset=utf-8") {
	const url = new URL(URL_OF_PAGE);
	const headers: Record<string, string> = type === null ? {} : { "content-type": type };
	const answer = { asked: url, url, status: 200, headers, bytes: Buffer.from(html) };
	return readPage(answer, { ownOrigins: ["https://visualink.example"] });
}
const picture = (...addresses: string[]) =>
	read(addresses.map((address) => `<meta property="og:image" content="${address}">`).join("")).pictures;

it.each([
	["text/html", "Beach"],
	["  TEXT/HTML;charset=utf-8", "Beach"],
	["application/xhtml+xml", "Beach"],
	["text/plain; was=text/html", ""],
	["text/htmlx", ""],
	[" ", "Beach"],
	[null, "Beach"],
])("a page of type %j has the title '%s'", (type, title) => {
	expect(read("\n<title>Beach</title>", type).title).toBe(title);
	expect(read("", type).title).toBe("");
});

it("what has no type and begins with text is no page", () => {
	expect(read("x <title>Beach</title><h1>Coast</h1>", null).title).toBe("");
	expect(read("<h1>Coast</h1>", "text/plain")).toMatchObject({ title: "", description: "", pictures: [] });
});

it.each([
	[" image/png", [URL_OF_PAGE]],
	["IMAGE/JPEG", [URL_OF_PAGE]],
	["text/plain; of=image/png", []],
	["image/svg+xml", []],
])("an answer of type %j is the pictures %j", (type, pictures) => {
	expect(read("", type).pictures).toEqual(pictures);
});

it.each([
	["Beach  |  Coast", "Beach"],
	["Beach — COAST", "Beach"],
	["Beach | Other", "Beach | Other"],
	["Beach|Coast", "Beach|Coast"],
	["Coast", "Coast"],
])("of '%s' the site's name is left out: '%s'", (title, kept) => {
	const told = read(`<title>${title}</title><meta name="application-name" content="Coast">`);
	expect(told).toMatchObject({ title: kept, siteName: "Coast" });
});

it("pictures are whole addresses, each once, the safe one rather than the other", () => {
	expect(picture(" /a.png ", "", "a.png", "http://")).toEqual(["https://coast.example/a.png"]);
	expect(picture("https://coast.example/a.png", "http://coast.example/a.png", "http://coast.example/b.png")).toEqual([
		"https://coast.example/a.png",
		"http://coast.example/b.png",
	]);
});

it.each(["/a.ico", "/a.svg", "/a.svgz", "/a.GIF", "/a.tif", "/a.tiff", "/a.webm", "/favicon-32.png", "/x/favicon"])(
	"%s is no picture of a card",
	(address) => {
		expect(picture(address)).toEqual([]);
	},
);

it.each(["/a.svg/b.png", "/a.gif.png", "/favicons/a.png"])("%s is one", (address) => {
	expect(picture(address)).toEqual([`https://coast.example${address}`]);
});
