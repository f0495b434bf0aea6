import { expect, it } from "vitest";
import { displayNameOf, initialsOf, signInUrl } from "./auth.queries.ts";

const ada = {
	email: "ada@example.com",
	firstName: "Ada",
	lastName: "Lovelace",
	profileImageUrl: null,
	userSlug: "ada",
	needsConsent: false,
	hasConsent: true,
};

it.each([
	["Ada", "Lovelace", "AL"],
	["ada", null, "A"],
	[null, "Lovelace", "L"],
	["", " ", "?"],
	[null, null, "?"],
	["Élodie", "𝒵oë", "É𝒵"],
])("%s %s has the initials %s", (firstName, lastName, expected) => {
	expect(initialsOf({ firstName, lastName })).toBe(expected);
});

it.each([
	[ada, "Ada Lovelace"],
	[{ ...ada, lastName: null }, "Ada"],
	[{ ...ada, firstName: null, lastName: null }, "ada@example.com"],
])("is shown by full name, or else by e-mail", (user, expected) => {
	expect(displayNameOf(user)).toBe(expected);
});

it("comes back from sign-in to where it started", () => {
	expect(signInUrl()).toBe("/api/auth/google");
	expect(signInUrl("/pricing")).toBe("/api/auth/google?returnTo=%2Fpricing");
});
