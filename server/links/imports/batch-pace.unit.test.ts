import { beforeEach, describe, expect, it } from "vitest";
import { type BatchPace, createBatchPace } from "./batch-pace.ts";

const ID = "one";
let time: number;
let pace: BatchPace;
beforeEach(() => {
	time = 0;
	pace = createBatchPace({ most: 200, firstDelayMs: 1_000, now: () => time });
});

describe("a batch of an import that fails (P457)", () => {
	it("is halved down to one row, each time after twice the delay, up to a minute", () => {
		const seen = Array.from({ length: 9 }, () => {
			const size = pace.sizeOf(ID);
			const next = pace.failed(ID, size);
			const delay = pace.nextInMs() ?? 0;
			time += delay;
			return [size, next, delay];
		});
		expect(seen).toEqual([
			[200, "again", 1_000],
			[100, "again", 2_000],
			[50, "again", 4_000],
			[25, "again", 8_000],
			[12, "again", 16_000],
			[6, "again", 32_000],
			[3, "again", 60_000],
			[1, "again", 60_000],
			[1, "refuse row", 0],
		]);
		expect(pace.isResting(ID)).toBe(false);
	});

	it("rests until its delay is over, and holds up no other import", () => {
		pace.failed(ID, 200);
		expect([pace.isResting(ID), pace.isResting("other"), pace.sizeOf("other")]).toEqual([true, false, 200]);
		time += 1_000;
		expect([pace.isResting(ID), pace.nextInMs()]).toEqual([false, undefined]);
	});

	it("grows again with each success, and its failures are forgotten", () => {
		for (let n = 0; n < 3; n += 1) pace.failed(ID, 200);
		const sizes = Array.from({ length: 5 }, () => {
			pace.succeeded(ID);
			return pace.sizeOf(ID);
		});
		expect(sizes).toEqual([50, 100, 200, 200, 200]);
		expect(pace.failed(ID, 200)).toBe("again");
		expect(pace.nextInMs()).toBe(1_000);
	});

	it("stops the import when the rows after the refused ones fail, too", () => {
		const outcomes = [];
		while (outcomes.at(-1) !== "stop" && outcomes.length < 100) outcomes.push(pace.failed(ID, pace.sizeOf(ID)));
		expect(outcomes).toHaveLength(14);
		expect(outcomes.filter((outcome) => outcome === "refuse row")).toHaveLength(3);
	});

	it("refuses no row where it fails before it has one", () => {
		const outcomes = Array.from({ length: 13 }, () => pace.failed(ID, 0));
		expect(new Set(outcomes)).toEqual(new Set(["again"]));
		expect(pace.failed(ID, 0)).toBe("stop");
	});

	it("of a small file is halved from its own size", () => {
		pace.failed(ID, 8);
		expect(pace.sizeOf(ID)).toBe(4);
	});

	it("is forgotten once its import no longer runs", () => {
		pace.failed(ID, 200);
		pace.keep([]);
		expect([pace.sizeOf(ID), pace.isResting(ID)]).toEqual([200, false]);
	});
});
