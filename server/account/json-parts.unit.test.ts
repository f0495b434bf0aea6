import { expect, test } from "vitest";
import { jsonParts } from "./json-parts.ts";

test("pages become one array, and no part of the text holds many items", async () => {
	const items = Array.from({ length: 200 }, (_, n) => ({ n, at: new Date(n), text: `"${n}"\u2028` }));
	async function* pages() {
		yield items.slice(0, 150);
		yield [];
		yield items.slice(150);
	}
	async function* none() {
		yield [];
	}
	const parts: string[] = [];
	for await (const part of jsonParts({ first: 1, items: pages(), none: none() })) parts.push(part);
	const written = JSON.parse(parts.join(""));
	expect(written).toEqual(JSON.parse(JSON.stringify({ first: 1, items, none: [] })));
	expect(Math.max(...parts.map((part) => part.split('"text"').length - 1))).toBe(31);
});

test("pages may be a field of an object in an array", async () => {
	async function* rows() {
		yield [{ n: 1 }];
		yield [{ n: 2 }];
	}
	let text = "";
	for await (const part of jsonParts({ files: [{ name: "a", rows: rows() }, { name: "b" }], others: [{ n: 3 }] })) {
		text += part;
	}
	expect(JSON.parse(text)).toEqual({
		files: [{ name: "a", rows: [{ n: 1 }, { n: 2 }] }, { name: "b" }],
		others: [{ n: 3 }],
	});
});
