import { expect, it } from "vitest";
import { hiddenDifferences } from "./hydration.ts";

it("finds what keeps the text of pre-rendered HTML (P88)", () => {
	const source = "<p>\n<span suppressHydrationWarning>{year}</span>\n<b suppressHydrationWarning={true} />\n</p>";
	expect(hiddenDifferences(source)).toEqual([2, 3]);
	expect(hiddenDifferences("<span>{useYear()}</span>")).toEqual([]);
});
