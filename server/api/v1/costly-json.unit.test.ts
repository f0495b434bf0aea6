import { expect, test } from "vitest";
import { refuseCostly } from "./costly-json.ts";

const codeOf = (text: string): string | null => {
	try {
		refuseCostly(Buffer.from(text));
		return null;
	} catch (error) {
		return (error as { code: string }).code;
	}
};
const list = (count: number, item = "0") => `[${Array.from({ length: count }, () => item).join()}]`;

test("what costs more than its size is refused, whatever it consists of", () => {
	const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`f${n}`, n])));
	for (const costly of [fields, list(30_000), list(15_000, "[]"), list(15_000, "{}"), `{"a":${list(30_000, '""')}}`])
		expect(codeOf(costly)).toBe("too_large");
	expect(codeOf("[".repeat(51))).toBe("invalid");
});

test("what a body may have passes, and a text counts as one value, whatever is in it", () => {
	const link = { targetUrl: "https://example.com/?a=1,2", title: "a", tags: list(10), startsAt: null, slug: "s" };
	const full = {
		links: Array.from({ length: 500 }, (_, n) => ({ ...link, externalId: `${n}`, tags: link.tags.split(",") })),
	};
	expect(codeOf(JSON.stringify(full))).toBeNull();
	for (const text of [",[{".repeat(30_000), '",['.repeat(30_000), "\\,".repeat(30_000), '\\",'.repeat(30_000)])
		expect(codeOf(JSON.stringify([text, 1]))).toBeNull();
	for (const noJson of ["", '"', '"\\"', "]]]]", "nope", '{"a":"']) expect(codeOf(noJson)).toBeNull();
});
