import { describe, expect, it } from "vitest";
import { judgeAll, LISTS } from "#server/testing/guard/lists.ts";

describe.each(Object.entries(LISTS))("P380: %s", (name, { cards, expected, mostWrong }) => {
	it(`at most ${mostWrong * 100} % are judged wrongly`, () => {
		const list = cards();
		const { wrong, share } = judgeAll(list, expected);
		expect(list.length).toBe({ impersonations: 200, "honest cards": 5_000 }[name] ?? list.length);
		expect(share, wrong.map(({ card }) => card.title).join("\n")).toBeLessThanOrEqual(mostWrong);
	});
});
