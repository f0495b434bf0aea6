import { describe, expect, it } from "vitest";
import { createInTurn } from "./in-turn.ts";

describe("turns", () => {
	it("come one after the other, in order, whether work succeeds or fails", async () => {
		const takeTurn = createInTurn();
		const seen: string[] = [];
		const work = (name: string) => async () => {
			seen.push(`${name} begins`);
			await Promise.resolve();
			seen.push(`${name} ends`);
			if (name === "b") throw new Error("b failed");
			return name;
		};

		const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => takeTurn("same", work(name))));

		expect(seen).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
	});

	it("of one key do not wait for those of another", async () => {
		const takeTurn = createInTurn();
		const neverEnds = new Promise<never>(() => undefined);
		void takeTurn("slow", () => neverEnds);
		expect(await takeTurn("quick", async () => "done")).toBe("done");
	});
});
