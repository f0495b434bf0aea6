import { expect, it } from "vitest";
import { API_SCOPES } from "#shared/api/keys/api-key.ts";
import { expiryWords, PERMISSIONS, scopesWords, usedWords } from "./key-words.ts";

const NOW = new Date(2027, 2, 5, 12);
const daysAgo = (days: number) => new Date(2027, 2, 5 - days, 12).toISOString();

it("P651: what a key may do, in the form's words and order", () => {
	expect(scopesWords(["stats:read", "links:write", "links:read"])).toBe(
		"Read links, create and edit links, read statistics",
	);
	expect(scopesWords(["domains:write"])).toBe("Add and edit domains");
	// No scope is without words.
	expect(scopesWords(API_SCOPES).split(", ")).toHaveLength(API_SCOPES.length);
	expect(PERMISSIONS.map(({ value }) => value)).toEqual(API_SCOPES);
});

it.each<[expected: string, at: string | null, country: string | null]>([
	["Never used", null, null],
	["Last used today from Portugal", daysAgo(0), "PT"],
	["Last used yesterday from the United Kingdom", daysAgo(1), "GB"],
	["Last used on March 3, 2027 from the Netherlands", daysAgo(2), "NL"],
	["Last used today from the Republic of North Macedonia", daysAgo(0), "MK"],
	["Last used today from Micronesia, Federated States of", daysAgo(0), "FM"],
	["Last used today from XX", daysAgo(0), "XX"],
	["Last used today", daysAgo(0), null],
])("P651: %s", (expected, lastUsedAt, lastUsedCountry) => {
	expect(usedWords({ lastUsedAt, lastUsedCountry }, NOW)).toBe(expected);
});

it.each([
	["Never expires", null],
	["Expires March 6, 2027", daysAgo(-1)],
	["Expired March 5, 2027", daysAgo(0)],
])("P651: %s", (expected, expiresAt) => {
	expect(expiryWords({ expiresAt }, NOW)).toBe(expected);
});
