import { expect, it } from "vitest";
import { bookmarklet } from "./bookmarklet.ts";

it("opens the form with the page's address, whatever that has in it", () => {
	const address = bookmarklet("https://visualink.example");
	expect(address).toMatch(/^javascript:[\w%.!~*'()-]+$/);
	const opened: unknown[][] = [];
	const page = "https://example.com/?a=1&b='\"#c";
	const run = new Function("window", "location", decodeURIComponent(address.slice("javascript:".length)));
	run({ open: (...what: unknown[]) => opened.push(what) }, { href: page });
	expect(opened).toEqual([
		[`https://visualink.example/admin/link/new?url=${encodeURIComponent(page)}`, "_blank", "noopener"],
	]);
});
