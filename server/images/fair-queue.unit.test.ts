import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const LIMITS = { running: 1, waiting: 20, slowAfterMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose work ends when the test says so; `begun` names it in the order of its turns. */
function queueOf(limits: Partial<typeof LIMITS> = {}) {
	const queue = createFairQueue({ ...LIMITS, ...limits });
	const begun: string[] = [];
	const refused: string[] = [];
	const ends = new Map<string, () => void>();
	return {
		begun,
		refused,
		add(...names: string[]) {
			for (const name of names) {
				const work = () => {
					begun.push(name);
					return new Promise<void>((end) => ends.set(name, end));
				};
				queue(name.charAt(0), work).catch(() => refused.push(name));
			}
		},
		async end(name: string) {
			ends.get(name)?.();
			await vi.advanceTimersByTimeAsync(0);
		},
		later: (ms: number) => vi.advanceTimersByTimeAsync(ms),
	};
}

describe("turns", () => {
	it("go round the owners, whoever came first", async () => {
		const { begun, add, end } = queueOf();
		add("a1", "a2", "a3", "a4", "b1", "b2", "c1");
		for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
		expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
	});

	it("are first come, first served, for one owner, and as many at once as are allowed", async () => {
		const { begun, add, end } = queueOf({ running: 2 });
		add("a1", "a2", "a3", "a4");
		expect(begun).toEqual(["a1", "a2"]);
		await end("a2");
		expect(begun).toEqual(["a1", "a2", "a3"]);
	});

	it("are given on after work that fails, at once or later, and its error reaches who asked", async () => {
		const queue = createFairQueue(LIMITS);
		const fail = () => Promise.reject(new Error("broken"));
		const throws = () => {
			throw new Error("broken at once");
		};
		await expect(queue("a", fail)).rejects.toThrow("broken");
		await expect(queue("a", throws)).rejects.toThrow("broken at once");
		await expect(queue("a", async () => "made")).resolves.toBe("made");
	});
});

describe("slow work", () => {
	it("lets others pass, one at a time, but not its own owner", async () => {
		const { begun, add, end, later } = queueOf();
		add("a1", "a2", "b1", "b2");
		await later(999);
		expect(begun).toEqual(["a1"]);
		await later(1);
		expect(begun).toEqual(["a1", "b1"]);
		await end("b1");
		await end("b2");
		expect(begun).toEqual(["a1", "b1", "b2"]);
		await end("a1");
		expect(begun).toEqual(["a1", "b1", "b2", "a2"]);
	});

	it("does so only once at a time", async () => {
		const { begun, add, end, later } = queueOf();
		add("a1", "b1", "c1");
		await later(5_000);
		expect(begun).toEqual(["a1", "b1"]);
		await end("a1");
		expect(begun).toEqual(["a1", "b1"]);
		await end("b1");
		expect(begun).toEqual(["a1", "b1", "c1"]);
		add("d1");
		await later(1_000);
		expect(begun).toEqual(["a1", "b1", "c1", "d1"]);
	});
});

describe("when too many wait", () => {
	it("the newest of whoever has most waiting is told to come back", async () => {
		const { begun, refused, add, end, later } = queueOf({ waiting: 3 });
		add("a1", "a2", "a3", "a4", "b1");
		await later(0);
		expect(refused).toEqual(["a4"]);
		await end("a1");
		await end("b1");
		expect(begun).toEqual(["a1", "b1", "a2"]);
	});

	it("one's own newest is, where nobody has more", async () => {
		const { refused, add, later } = queueOf({ waiting: 3 });
		add("a1", "a2", "b1", "c1", "d1", "a3");
		await later(0);
		expect(refused).toEqual(["d1", "a3"]);
	});

	it("it is said for how long", async () => {
		const queue = createFairQueue({ ...LIMITS, waiting: 0 });
		void queue("a", () => new Promise(() => {}));
		await expect(queue("b", async () => {})).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
	});
});
