import { expect, it } from "vitest";
import { createImageTags } from "./image-tags.ts";

const SECRET = "a secret of this service alone, long enough";
const IMAGE = `/images/${"a".repeat(64)}.jpg`;
const OTHER_IMAGE = `/images/${"b".repeat(64)}.jpg`;
const tags = createImageTags({ sessionSecret: SECRET });
const [GREATEST, LINK] = [2 ** 31 - 1, { id: 12, cardVersion: 3 }];

it.each([
	[1, 1],
	[12, 3],
	[GREATEST, GREATEST],
])("a tag is read as it was signed, also by another process: link %i, version %i (P246)", (id, cardVersion) => {
	const tag = tags.sign({ id, cardVersion }, IMAGE);
	expect(tag).toMatch(/^[\w-]{24}$/);
	for (const reader of [tags, createImageTags({ sessionSecret: SECRET })]) {
		expect(reader.read(tag, IMAGE)).toEqual({ linkId: id, version: cardVersion });
	}
});

it("is the same for the same card, and tells nothing of the link beside it", () => {
	expect(tags.sign({ ...LINK }, IMAGE)).toBe(tags.sign(LINK, IMAGE));
	const bytes = [12, 13].map((id) => Buffer.from(tags.sign({ id, cardVersion: 3 }, IMAGE), "base64url"));
	const alike = [...(bytes[0] ?? [])].filter((byte, at) => byte === bytes[1]?.[at]);
	expect(alike.length).toBeLessThan(6);
});

it("is none of another picture, of another secret, or with a bit changed", () => {
	const tag = tags.sign(LINK, IMAGE);
	expect(tags.sign(LINK, OTHER_IMAGE)).not.toBe(tag);
	expect(tags.read(tag, OTHER_IMAGE)).toBeNull();
	expect(createImageTags({ sessionSecret: `${SECRET}.` }).read(tag, IMAGE)).toBeNull();
	const bytes = Buffer.from(tag, "base64url");
	for (const at of bytes.keys()) {
		const changed = Buffer.from(bytes);
		changed[at] = (changed[at] ?? 0) ^ 1;
		expect(tags.read(changed.toString("base64url"), IMAGE)).toBeNull();
	}
});

it.each([
	undefined,
	"",
	"12.3",
	12.3,
	["x".repeat(24)],
	"x".repeat(24),
	"x".repeat(25),
	`${"x".repeat(23)}\n`,
	"😀".repeat(12),
])("%j is none", (tag) => {
	expect(tags.read(tag, IMAGE)).toBeNull();
});
