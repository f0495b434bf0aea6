import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

describe("turns", () => {
	it("come one after the other, in order, whether work succeeds or fails", async () => {
		const takeTurn = createTurns();
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

	it("come in order for whoever asks while others wait", async () => {
		const takeTurn = createTurns();
		let running = 0;
		let most = 0;
		const work = async () => {
			running += 1;
			most = Math.max(most, running);
			await new Promise(setImmediate);
			running -= 1;
		};
		const first = takeTurn("same", work);
		const second = takeTurn("same", work);
		await first;
		await Promise.all([second, takeTurn("same", work)]);
		expect(most).toBe(1);
	});

	it("of one key do not wait for those of another", async () => {
		const takeTurn = createTurns();
		const neverEnds = new Promise<never>(() => undefined);
		void takeTurn("slow", () => neverEnds);
		expect(await takeTurn("quick", async () => "done")).toBe("done");
	});
});
