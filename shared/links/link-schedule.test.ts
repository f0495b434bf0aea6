import { describe, expect, it } from "vitest";
import { z } from "zod";
import { scheduleFields, scheduleProblem, scheduleState } from "./link-schedule.ts";

const fields = z.object(scheduleFields);
const NOON = "2027-03-05T12:00:00Z";
const ONE = "2027-03-05T13:00:00Z";
const ELSEWHERE = "https://example.com/over";

/** The messages about these fields, or what is kept of them. */
function verdict(form: Record<string, unknown>): unknown {
	const { data, error } = fields.safeParse(form);
	return data ?? error?.issues.map(({ message }) => message);
}

describe("the times of a link (P187)", () => {
	it("stay as they are where they are left out, and go where they are empty", () => {
		expect(verdict({})).toEqual({});
		const none = { startsAt: null, endsAt: null, afterUrl: null };
		expect(verdict({ startsAt: "", endsAt: "", afterUrl: "" })).toEqual(none);
		expect(verdict(none)).toEqual(none);
	});

	describe.each(["startsAt", "endsAt"])("%s", (field) => {
		it.each([
			["in UTC", "2027-03-05T12:00:00.000Z"],
			["in another zone", "2027-03-05T13:00:00+01:00"],
			["on a leap day", "2028-02-29T12:00:00Z"],
			["in the first second of 2000", "2000-01-01T00:00:00Z"],
			["in the last second of 9999", "9999-12-31T23:59:59Z"],
		])("may be %s", (_, time) => {
			expect(verdict({ [field]: time })).toEqual({ [field]: time });
		});

		it.each<[string, unknown]>([
			["without a zone", "2027-03-05T12:00:00"],
			["a day alone", "2027-03-05"],
			["a day that is none", "2027-02-29T12:00:00Z"],
			["in the last second of 1999", "1999-12-31T23:59:59Z"],
			["of 1999 once it is in UTC", "2000-01-01T00:00:00+01:00"],
			["of 10000 once it is in UTC", "9999-12-31T23:59:59-01:00"],
			["of before our era", "0000-01-01T00:00:00Z"],
			["a word", "tomorrow"],
			["a blank", " "],
			["a number", 1_800_000_000_000],
		])("is no time: %s", (_, time) => {
			expect(new Set(verdict({ [field]: time }) as string[])).toEqual(new Set(["Please enter a valid time"]));
		});
	});

	it("may lead to another address afterwards", () => {
		expect(verdict({ afterUrl: ELSEWHERE })).toEqual({ afterUrl: ELSEWHERE });
	});

	it.each(["example", "javascript:alert(1)", "https://ada:secret@example.com/", 7])(
		"do not lead to %j afterwards",
		(afterUrl) => {
			expect(verdict({ afterUrl })).toEqual([
				expect.stringMatching(/^Please enter a valid URL to redirect to(\. It |$)/),
			]);
		},
	);
});

describe("times that are each right", () => {
	const WITHOUT_END = { field: "endsAt", code: "end_required", message: "Set an end time first" } as const;
	const TOO_EARLY = { field: "endsAt", code: "end_before_start", message: "The end must be after the start" } as const;

	it.each<[string, Parameters<typeof scheduleProblem>[0], ReturnType<typeof scheduleProblem>]>([
		["no times", {}, null],
		["times that were taken away", { startsAt: null, endsAt: null, afterUrl: null }, null],
		["a start alone", { startsAt: NOON, endsAt: null }, null],
		["an end alone", { startsAt: null, endsAt: NOON }, null],
		["an end after the start", { startsAt: NOON, endsAt: ONE }, null],
		["an end a millisecond after the start", { startsAt: NOON, endsAt: "2027-03-05T12:00:00.001Z" }, null],
		["an end at the start", { startsAt: NOON, endsAt: NOON }, TOO_EARLY],
		["an end before the start", { startsAt: ONE, endsAt: NOON }, TOO_EARLY],
		["an end that is earlier in its own zone", { startsAt: NOON, endsAt: "2027-03-05T13:00:00+02:00" }, TOO_EARLY],
		["an end that only reads earlier", { startsAt: NOON, endsAt: "2027-03-05T11:00:00-02:00" }, null],
		["another address after the end", { endsAt: NOON, afterUrl: ELSEWHERE }, null],
		["another address without an end", { endsAt: null, afterUrl: ELSEWHERE }, WITHOUT_END],
		["the same with a start", { startsAt: NOON, endsAt: null, afterUrl: ELSEWHERE }, WITHOUT_END],
		["another address with an end that is not known yet", { afterUrl: ELSEWHERE }, null],
		["another address, and an end at the start", { startsAt: NOON, endsAt: NOON, afterUrl: ELSEWHERE }, TOO_EARLY],
	])("are judged together: %s", (_, schedule, problem) => {
		expect(scheduleProblem(schedule)).toEqual(problem);
	});
});

describe("a link in its time", () => {
	const noon = Date.parse(NOON);
	const one = Date.parse(ONE);

	it.each<[string, Parameters<typeof scheduleState>[0], number, ReturnType<typeof scheduleState>]>([
		["without times", {}, noon, "open"],
		["whose times were taken away", { startsAt: null, endsAt: null }, noon, "open"],
		["just before its start", { startsAt: NOON }, noon - 1, "not-yet"],
		["at its start", { startsAt: NOON }, noon, "open"],
		["long after its start", { startsAt: NOON, endsAt: null }, one, "open"],
		["just before its end", { endsAt: ONE }, one - 1, "open"],
		["at its end", { endsAt: ONE }, one, "ended"],
		["after its end", { startsAt: null, endsAt: ONE }, one + 1, "ended"],
		["before both", { startsAt: NOON, endsAt: ONE }, noon - 1, "not-yet"],
		["between them", { startsAt: NOON, endsAt: ONE }, noon + 1, "open"],
		["after both", { startsAt: NOON, endsAt: ONE }, one, "ended"],
		["whose start is in another zone", { startsAt: "2027-03-05T13:00:00+02:00" }, noon - 3_600_000, "open"],
	])("%s", (_, schedule, at, state) => {
		expect(scheduleState(schedule, at)).toBe(state);
	});
});
