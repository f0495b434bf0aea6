import { expect, it } from "vitest";
import { askedAddress, askedPage } from "./asked-page.ts";

const page = "https://example.com/a?b=c";
const asked = (fields: Record<string, string>) => askedPage(`?${new URLSearchParams(fields)}`);

it.each<[string, Record<string, string>, string, string, boolean]>([
	["a bookmarklet", { url: page }, page, "", false],
	["a bare domain", { url: "example.com/a" }, "example.com/a", "", false],
	["Android", { title: "A page", text: page }, page, "A page", true],
	["Android with an empty url", { title: "A page", text: page, url: "" }, page, "A page", true],
	["an app that adds words", { text: `Look at this: ${page}. It is good!` }, page, "", true],
	["an app that puts it in brackets", { text: `A page (${page})` }, page, "", true],
	["an address that ends in a bracket", { text: `Look (at ${page}(film)).` }, `${page}(film)`, "", true],
	["an IPv6 address", { text: "See [http://[2606:4700::1111]]." }, "http://[2606:4700::1111]", "", true],
	["an app that has it in the title", { title: page }, page, "", true],
	["the first of two", { text: `${page} https://example.org/` }, page, "", true],
	["a text without an address", { text: "no address", title: "Note" }, "no address", "Note", true],
	["a script", { url: "javascript:alert(1)" }, "javascript:alert(1)", "", false],
])("%s", (_, fields, address, title, isShared) => {
	expect(asked(fields)).toEqual({ address, title, isShared });
});

it("no page", () => {
	for (const search of ["", "?", "?url=", "?url=%20&text=", "?other=1"]) expect(askedPage(search)).toBeNull();
});

it.each<[string, Record<string, string>, string | null]>([
	["an address", { url: page }, page],
	["a bare domain", { url: "example.com/a" }, "https://example.com/a"],
	["an address among words", { title: "A page", text: `Look: ${page}` }, page],
	["words", { text: "Your account is locked. Call +1 555 0100" }, null],
	["a title", { title: "Your account is locked" }, null],
	["words in place of an address", { url: "Your account is locked", text: page }, null],
	["a script", { url: "javascript:alert(1)" }, null],
	["nothing", {}, null],
])("a page waits and is named where that is a web address: %s (P164)", (_, fields, address) => {
	expect(askedAddress(`?${new URLSearchParams(fields)}`)).toBe(address);
});
