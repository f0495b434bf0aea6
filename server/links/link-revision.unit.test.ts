import { expect, test } from "vitest";
import { describedField, LINK_FIELD_NAMES } from "#shared/links/link-fields.ts";
import { linkRevision, type Revised } from "./present-link.ts";

/** Of a new link; what a newer release adds is empty. */
const LINK = {
	...Object.fromEntries(LINK_FIELD_NAMES.map((name) => [name, null])),
	...{ linkSlug: "summer", targetUrl: "https://example.com/", title: "Title", description: "Text" },
} as unknown as Revised;
const THEN = new Date("2031-01-01T00:00:00Z");

test.each<[string, Partial<Revised>, string]>([
	["no image", {}, "s_fCw8m3sfHCse5gDX9Now"],
	["an image", { imageUrl: "/images/a.jpg" }, "FKj2Q23aVhM2uLM5vRd3fF"],
	["a start", { startsAt: THEN }, "03cNTyIjkjj-UZFQhCVS0R"],
	["an end and another address", { endsAt: THEN, afterUrl: "https://example.org/" }, "9CKkboXVabrxmH8HZexraI"],
])("a link with %s keeps the revision that earlier releases gave it (P286)", (_, changes, revision) => {
	expect(linkRevision({ ...LINK, ...changes })).toBe(revision);
});

const REVISED = LINK_FIELD_NAMES.filter((name) => describedField(name).revision !== "never");

test.each(REVISED)("a change of %s changes the revision", (name) => {
	const value = name.endsWith("At") ? THEN : "changed";
	expect(linkRevision({ ...LINK, [name]: value })).not.toBe(linkRevision(LINK));
});

test("changes of different fields give different revisions", () => {
	const revisions = REVISED.map((name) => linkRevision({ ...LINK, [name]: name.endsWith("At") ? THEN : "changed" }));
	expect(new Set(revisions).size).toBe(REVISED.length);
});
