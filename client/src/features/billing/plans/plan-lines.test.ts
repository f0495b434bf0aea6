import { expect, it } from "vitest";
import { planLines } from "./plan-lines.ts";

const starter = { name: "Starter", features: ["Up to 20 links", "Totals", "Charts of 7 days"] };
const basic = { name: "Basic", features: ["Up to 20 links", "Totals", "Tags", "Charts of 90 days"] };

it("P604: the smallest plan lists all that it has", () => {
	expect(planLines(starter, null)).toEqual({ links: "Up to 20 links", lines: ["Totals", "Charts of 7 days"] });
});

it("P604: a higher plan lists its links, also where they are the same, and what the plan below lacks", () => {
	expect(planLines(basic, starter)).toEqual({ links: "Up to 20 links", lines: ["Tags", "Charts of 90 days"] });
});

it("P604: a plan without a list has none", () => {
	expect(planLines({ name: "Pro", features: [] }, basic)).toEqual({ links: "", lines: [] });
});
