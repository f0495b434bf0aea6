import { expect, it } from "vitest";
import { keysOver, pageKey, siteKey } from "./target-key.ts";

const keys = (address: string) => [siteKey(new URL(address)), pageKey(new URL(address))];

/** Whether two addresses are on one website, and whether they are one page. */
it.each([
	["https://shop.example/a?b=1", "http://WWW.shop.example.:8080//A/?x#y", true, true],
	["https://shop.example/a", "https://x.shop.example/b", true, false],
	["https://shop.co.uk/a", "https://other.co.uk/a", false, false],
	["https://evil.github.io/a", "https://evil.github.io/b", true, false],
	["https://evil.github.io/a", "https://good.github.io/a", false, false],
	["https://evil.wordpress.com/a", "https://evil.wordpress.com/b", true, false],
	["https://evil.wordpress.com/a", "https://good.wordpress.com/a", false, false],
	["https://evil.dynu.com/a", "https://www.evil.dynu.com/b", true, false],
	["https://evil.dynu.com/a", "https://good.dynu.com/a", false, false],
	["https://docs.google.com/forms/d/x", "https://docs.google.com/forms/d/%78/?usp=1", true, true],
	["https://docs.google.com/forms/d/x", "https://docs.google.com/forms/d/y", false, false],
	["https://www.youtube.com/watch?v=1", "https://m.youtube.com/watch?v=2", true, true],
	["https://bit.ly/a", "https://bit.ly/b", false, false],
	["https://198.41.0.4/a", "http://198.41.0.4:81/b", true, false],
	["https://198.41.0.4/a", "https://198.41.0.5/a", false, false],
	["https://bücher.example/%E0%A4%A", "https://xn--bcher-kva.example/%E0%A4%A", true, true],
])("%s and %s: one website %s, one page %s", (one, other, isSite, isPage) => {
	const [a, b] = [keys(one), keys(other)];
	expect([a[0] === b[0], a[1] === b[1]]).toEqual([isSite, isPage]);
});

it("finds decisions about pages above a page of a website of many people, and not about the website", () => {
	const above = (address: string) => siteKey(new URL(address));
	expect(keysOver(new URL("https://sites.google.com/view/evil/login/?a"))).toEqual(
		["view/evil/login", "view/evil", "view"].map((path) => above(`https://sites.google.com/${path}`)),
	);
	expect(keysOver(new URL("https://bit.ly/"))).toEqual([above("https://bit.ly")]);
	expect(keysOver(new URL("https://shop.example/a/b"))).toEqual([above("https://shop.example/")]);
	expect(keysOver(new URL(`https://bit.ly/${"a/".repeat(900)}`))).toHaveLength(13);
});
