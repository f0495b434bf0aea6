import { describe, expect, it } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

describe("a keyed queue", () => {
	it("runs work of one key one at a time, in order, whether it succeeds or fails", async () => {
		const queue = createKeyedQueue();
		const seen: string[] = [];
		const work = (name: string) => async () => {
			seen.push(`${name} begins`);
			await Promise.resolve();
			seen.push(`${name} ends`);
			if (name === "b") throw new Error("b failed");
			return name;
		};

		const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => queue.run("same", work(name))));

		expect(seen).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
	});

	it("keeps the order for work that comes while other work waits", async () => {
		const queue = createKeyedQueue();
		const seen: string[] = [];
		let endSecond = () => {};
		const first = queue.run("same", async () => {});
		const second = queue.run("same", async () => {
			await new Promise<void>((end) => {
				endSecond = end;
			});
			seen.push("the second ends");
		});
		await first;
		// The first is forgotten by now.
		await new Promise(setImmediate);
		const third = queue.run("same", async () => seen.push("the third begins"));
		await new Promise(setImmediate);
		endSecond();
		await Promise.all([second, third]);
		expect(seen).toEqual(["the second ends", "the third begins"]);
	});

	it("lets no key wait for another", async () => {
		const queue = createKeyedQueue();
		const neverEnds = new Promise<never>(() => undefined);
		void queue.run("slow", () => neverEnds);
		expect(await queue.run("quick", async () => "done")).toBe("done");
	});
});
