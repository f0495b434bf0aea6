import { expect, it } from "vitest";
import { hourIfSoon } from "./soon.ts";

const NOW = new Date("2026-03-05T12:00:00");

it.each([
	["2026-03-05T12:00:00", /^Today at 12:00 PM \S+/],
	["2026-03-05T23:59:59", /^Today at 11:59 PM/],
	["2026-03-06T00:00:00", /^Tomorrow at 12:00 AM/],
	["2026-03-07T12:00:00", /^Saturday at 12:00 PM/],
	["2026-03-07T12:00:01", null],
	["2026-03-05T11:59:59", null],
	["never", null],
])("%s, local time, reads %s at noon of March 5", (local, wanted) => {
	const at = local === "never" ? local : new Date(local).toISOString();
	const said = hourIfSoon(at, NOW);
	if (wanted) expect(said).toMatch(wanted);
	else expect(said).toBeNull();
});
