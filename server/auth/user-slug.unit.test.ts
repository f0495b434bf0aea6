import fc from "fast-check";
import { expect, it } from "vitest";
import { numberedUserSlug, wantedUserSlug } from "./user-slug.ts";

it.each([
	["Ada", "ada@example.com", "ada"],
	["Zoë Ångström", "zoe@example.com", "zoe-angstrom"],
	["   ", "grace.hopper+work@example.com", "grace-hopper-work"],
	[null, "alan@example.com", "alan"],
	["李雷", "___@example.com", "user"],
	["Bartholomew-Montgomery-Wellington", "b@example.com", "bartholomew-montgome"],
	["Admin", "a@example.com", "admin-1"],
	["go", "a@example.com", "go-1"],
	["--Ada && Bob--", "a@example.com", "ada-bob"],
	["Nineteen characters and", "a@example.com", "nineteen-characters"],
])("%s, %s -> %s", (firstName, email, expected) => {
	expect(wantedUserSlug({ firstName, email })).toBe(expected);
});

it.each([
	...["admin", "api", "app", "go", "help", "images", "link", "links", "sandbox", "support", "visualink", "www"],
])("gives nobody the name %s", (name) => {
	expect(wantedUserSlug({ firstName: name, email: "ada@example.com" })).toBe(`${name}-1`);
});

it("appends the number of the try on collision, within 20 characters", () => {
	expect(numberedUserSlug("ada", 1)).toBe("ada");
	expect(numberedUserSlug("ada", 2)).toBe("ada-2");
	expect(numberedUserSlug("abcdefghijklmnopq-xy", 2)).toBe("abcdefghijklmnopq-2");
	expect(numberedUserSlug("bartholomew-montgome", 123456)).toBe("bartholomew-m-123456");
});

it("makes a slug of any name", () => {
	fc.assert(
		fc.property(
			fc.string({ unit: "grapheme" }),
			fc.emailAddress(),
			fc.integer({ min: 1, max: 999_999 }),
			(firstName, email, attempt) => {
				expect(numberedUserSlug(wantedUserSlug({ firstName, email }), attempt)).toMatch(/^[a-z0-9-]{1,20}$/);
			},
		),
	);
});
