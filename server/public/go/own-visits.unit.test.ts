import { expect, test } from "vitest";
import { createOwnVisits, OWN_VISIT_PARAM } from "./own-visits.ts";

const AT = Date.UTC(2026, 10, 26);
const TEN_MINUTES = 600_000;
const LINK = 7;

const SECRET = "a secret of thirty-two characters";

const ours = createOwnVisits({ sessionSecret: SECRET });
const others = createOwnVisits({ sessionSecret: "another one of that many letters." });
const query = ours.query(LINK, AT);
const [until = "", signature = ""] = query.slice(`?${OWN_VISIT_PARAM}=`.length).split(".");
const signed = (value: string) => `?${OWN_VISIT_PARAM}=${value}`;

test.each([
	["as it was signed", query, AT],
	["in its last millisecond", query, AT + TEN_MINUTES],
	["by another process with the same secret", createOwnVisits({ sessionSecret: SECRET }).query(LINK, AT), AT],
	["before other parameters", `${query}&fbclid=1`, AT],
	["after other parameters", `?v=2&${query.slice(1)}`, AT],
	["after a forged one", `${signed("1.a")}&${query.slice(1)}`, AT],
])("a visit is the owner's: %s", (_, search, at) => {
	expect(ours.isOwn(LINK, { search, at })).toBe(true);
});

test.each([
	["without a query", ""],
	["with an empty one", "?"],
	["with other parameters alone", "?v=2&utm_source=x"],
	["of another link", ours.query(LINK + 1, AT)],
	["of a link whose number begins alike", ours.query(71, AT)],
	["with another secret", others.query(LINK, AT)],
	["without a value", signed("")],
	["without a signature", signed(`${until}.`)],
	["without a time", signed(`.${signature}`)],
	["with a longer time", signed(`${Number(until) + 1}.${signature}`)],
	["with a time of fourteen digits", signed(`${until}0.${signature}`)],
	["with a time that is no number", signed(`NaN.${signature}`)],
	["with a negative time", signed(`-${until.slice(1)}.${signature}`)],
	["with a cut signature", signed(`${until}.${signature.slice(1)}`)],
	["with more after the signature", `${query}x`],
	["with another signature", signed(`${until}.${"A".repeat(43)}`)],
	["with a signature in other letters", signed(`${until}.${swapped(signature)}`)],
	["with a signature in UTF-8 of more bytes", signed(`${until}.${"é".repeat(43)}`)],
	["under a longer name", `?x${query.slice(1)}`],
	["within another value", `?next=/${query.slice(1)}`],
	["in capitals", query.toUpperCase()],
])("a visit is not the owner's: %s", (_, search) => {
	expect(ours.isOwn(LINK, { search, at: AT })).toBe(false);
});

test("a visit is not the owner's once ten minutes are over", () => {
	expect(ours.isOwn(LINK, { search: query, at: AT + TEN_MINUTES + 1 })).toBe(false);
});

function swapped(text: string): string {
	return text.replace(/[a-z]/gi, (letter) =>
		letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
	);
}
