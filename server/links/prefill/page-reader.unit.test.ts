import { afterEach, expect, it } from "vitest";
import { createPageReader, type PageReader } from "./page-reader.ts";

const url = new URL("https://coast.example/");
const waiting = new AbortController().signal;
const MB = 1_024 * 1_024;
let pages: PageReader;
afterEach(() => pages.stop());

function answer(bytes: Uint8Array) {
	return { asked: url, url, status: 200, header: () => "text/html; charset=utf-8", bytes };
}

it("reads many pages, each for whoever asked", async () => {
	pages = createPageReader({ publicOrigin: "https://visualink.example" });
	const titles = Array.from({ length: 20 }, (_, n) => `Page ${n}`);
	const gone = pages.read(answer(Buffer.from("<title>For nobody</title>")), AbortSignal.abort(new Error("gone")));
	const read = titles.map((title) => pages.read(answer(Buffer.from(`<title>${title}</title>`)), waiting));
	await expect(gone).rejects.toThrow("gone");
	expect((await Promise.all(read)).map(({ title }) => title)).toEqual(titles);
});

it("gives up a page that takes too much, and reads the next one", async () => {
	pages = createPageReader({ publicOrigin: "https://visualink.example", limitMs: 1_000 });
	// A hundred times as much as is ever read of a page.
	const heavy = pages.read(answer(Buffer.alloc(60 * MB, "<p a b c d e f g h i j k l>")), waiting);
	const next = pages.read(answer(Buffer.from("<title>The next</title>")), waiting);
	await expect(heavy).rejects.toMatchObject({
		kind: "unreachable",
		message: "The page of coast.example can't be read",
	});
	expect(await next).toMatchObject({ title: "The next" });
});
