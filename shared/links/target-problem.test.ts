import { describe, expect, it } from "vitest";
import { INVALID_TARGET, targetField } from "./field-schemas.ts";
import { targetProblem, typedAddress } from "./target-problem.ts";

const TWO = "There are two addresses in this field.";
const LINES = "It's broken over two lines. Paste it as one line.";
const TAB = "There's a tab or another control character in it.";
const SCHEME = "It doesn't begin with https:// or http://.";
const TWICE = "It begins with https:// or http:// twice.";
const WIDE = "It begins with full-width characters.";
const USER = "It can't include a user name or password.";
const SPACE = "There's a space in the website's name.";
const DOTS = "There's a dot too many in the website's name.";
const PORT = "What follows the colon isn't a port number.";
const NO_NAME = "The website's name is missing.";
const ODD = "The website's name can't be read.";
const without = (character: string) => `The website's name can't include ${character}.`;

/** Addresses as people bring them: from Word, Outlook, chats, spreadsheets, web pages, terminals and phones. */
describe("a pasted address is taken as it was meant (P458)", () => {
	it.each<[string, string]>([
		["https://example.com/", "https://example.com/"],
		["  https://example.com/a\u00a0", "https://example.com/a"],
		["\u200bhttps://example.com/a\u2060", "https://example.com/a"],
		["\ufeffhttps://example.com/a\t\r\n", "https://example.com/a"],
		["\u2068https://example.com/a\u2069\u200e", "https://example.com/a"],
		["https://exam\u200bple.com/a\u00adb\u200bc", "https://example.com/abc"],
		["https://example.com/\u202eabc", "https://example.com/abc"],
		["https://example.com/می\u200cخواهم", "https://example.com/می\u200cخواهم"],
		["HTTPS://EXAMPLE.COM/Page", "HTTPS://EXAMPLE.COM/Page"],
		["https:/example.com", "https:/example.com"],
		["https:example.com", "https:example.com"],
		["http:///example.com/a", "http:///example.com/a"],
		["https:\\\\example.com\\a", "https:\\\\example.com\\a"],
		["https://example.com/My report.pdf", "https://example.com/My report.pdf"],
		["https://example.com/100%", "https://example.com/100%"],
		["https://example.com/a?b=%zz", "https://example.com/a?b=%zz"],
		["https://example.com/a#:~:text=summer%20sale", "https://example.com/a#:~:text=summer%20sale"],
		["https://web.archive.org/web/2024/https://example.com/", "https://web.archive.org/web/2024/https://example.com/"],
		["https://example.com/?to=https://example.org/", "https://example.com/?to=https://example.org/"],
		[
			"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=05%7C01%7C&reserved=0",
			"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=05%7C01%7C&reserved=0",
		],
		["https://münchen.example/straße", "https://münchen.example/straße"],
		["https://例え.テスト/道", "https://例え.テスト/道"],
		["https://i❤.example/", "https://i❤.example/"],
		["https://ｅｘａｍｐｌｅ。com/", "https://ｅｘａｍｐｌｅ。com/"],
		["https://my_shop.example.com./a", "https://my_shop.example.com./a"],
		["https://[2606:4700::1]/", "https://[2606:4700::1]/"],
		["example.com/page", "https://example.com/page"],
		["\u200bwww.example.com\u00a0", "https://www.example.com"],
	])("%j: %j", (text, address) => {
		expect(typedAddress(text)).toBe(address);
	});
});

describe("what is wrong with an address is named (P458)", () => {
	it.each<[string, string]>([
		["https://example.com/a https://example.com/b", TWO],
		["https://example.com/a, https://example.com/b", TWO],
		["https://example.com/a www.example.com", TWO],
		["https://example.com/a <https://example.com/b>", TWO],
		["https://example.com/a\nhttps://example.com/b", TWO],
		["https://example.com/a\thttps://example.com/b", TWO],
		["https://example.com/ahttps://example.com/a", TWO],
		["https://example.com/a/very/\nlong/path", LINES],
		["https://example.com/a/very/\r\n  long/path", LINES],
		["https://example.com/a/very/\u2028long/path", LINES],
		["https://example.com/a\tSummer sale", TAB],
		["https://a\u0000b.example/", TAB],
		[`https://example.com/${"a".repeat(3_000)}`, "It has 3,020 characters, and at most 2,048 fit."],
		[`https://example.com/${"é".repeat(400)}`, "It has 2,420 characters, and at most 2,048 fit."],
		["example", SCHEME],
		["http//example.com", SCHEME],
		["https//example.com", SCHEME],
		["://example.com", SCHEME],
		["ttps://example.com/", SCHEME],
		["hhttps://example.com/", SCHEME],
		["URL: https://example.com/", SCHEME],
		["See https://example.com/", SCHEME],
		["<https://example.com/>", SCHEME],
		['"https://example.com/"', SCHEME],
		["“https://example.com/”", SCHEME],
		["(https://example.com/)", SCHEME],
		["[Summer sale](https://example.com/)", SCHEME],
		['HYPERLINK "https://example.com/"', SCHEME],
		["mailto:ada@example.com", SCHEME],
		["ada@example.com", SCHEME],
		["tel:+351912345678", SCHEME],
		["+351 912 345 678", SCHEME],
		["C:\\Users\\Ada\\page.html", SCHEME],
		["file:///C:/Users/Ada/page.html", SCHEME],
		["\\\\server\\share\\page.html", SCHEME],
		["/page", SCHEME],
		["ftp://example.com/file", SCHEME],
		["intent://example.com/#Intent;scheme=https;end", SCHEME],
		["view-source:https://example.com/", SCHEME],
		["javascript:alert(1)", SCHEME],
		["localhost:3000", SCHEME],
		["ｈｔｔｐｓ：／／example.com/", WIDE],
		["http://https://example.com/", TWICE],
		["https://https//example.com/", TWICE],
		["https://ada:secret@example.com/", USER],
		["https://ada@example.com/", USER],
		["https://exa mple.com/", SPACE],
		["https:// example.com/", SPACE],
		["https://example..com/", DOTS],
		["https://.example.com/", DOTS],
		["https://", NO_NAME],
		["https:///", NO_NAME],
		["https://?a=b", NO_NAME],
		["https://example.com:99999/", PORT],
		["https://example.com:80a/", PORT],
		["https://example.com,", without('","')],
		["https://example.com)", without('")"')],
		['https://example.com"', without("a quotation mark")],
		["https://“example.com”/", without('"“"')],
		["https://example.com>", without('">"')],
		["https://example.com…", without('"…"')],
		["https://exa%mple.com/", without('"%"')],
		["https://{{site}}/a", without('"{"')],
		["https://*.example.com/", without('"*"')],
		["https://[::1", ODD],
		["https://999.1.1.1/", ODD],
		["https://example.com/a-long-way…", 'It ends with "…", so a part of it is missing.'],
		["", ""],
		["\u200b \u00a0", ""],
	])("%j: %j", (text, problem) => {
		expect(targetProblem(text)).toBe(problem);
		expect(typedAddress(text)).toBeNull();
		const message = problem ? `${INVALID_TARGET}. ${problem}` : INVALID_TARGET;
		expect(targetField.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
	});
});
