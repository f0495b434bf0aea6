import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseUrl } from "./parse-url.ts";
import { labelAsWritten } from "./punycode.ts";

it.each([
	["xn--mnchen-3ya", "münchen"],
	["xn--e1afmkfd", "пример"],
	["xn--fsqu00a", "例子"],
	["xn--zckzah", "テスト"],
	["xn--bcher-kva-", "xn--bcher-kva-"],
	["xn--", "xn--"],
	["example", "example"],
	["xn--99999999999", "xn--99999999999"],
	["xn--ü", "xn--ü"],
])("%s is %s", (label, written) => {
	expect(labelAsWritten(label)).toBe(written);
});

it("decodes what the URL parser encodes as Node does", () => {
	const letters = fc.string({ unit: fc.constantFrom(..."abz09-äßøžąжψक中日テ한ไא𠀀"), minLength: 1, maxLength: 20 });
	fc.assert(
		fc.property(letters, (text) => {
			const url = parseUrl(`https://${text}.example/`);
			const label = url?.hostname.split(".")[0] ?? "";
			if (!label.startsWith("xn--")) return;
			expect(labelAsWritten(label)).toBe(domainToUnicode(label));
		}),
		{ numRuns: 2_000 },
	);
});
