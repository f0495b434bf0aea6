import { describe, expect, test } from "vitest";
import { createLinkCache } from "./link-cache.ts";

type Stored = { version: number };

/** A cache on a clock and a database that the test moves; each load waits until it is let go. */
function rig() {
	let at = 0;
	let stored: Stored | null = { version: 1 };
	let isAway = false;
	let loads = 0;
	const cache = createLinkCache<Stored>({
		now: () => at,
		maxEntries: 10,
		load: async () => {
			loads += 1;
			const seen = stored;
			await Promise.resolve();
			if (isAway) throw new Error("away");
			return seen;
		},
	});
	cache.hearsChanges(true);
	return {
		cache,
		get: async () => cache.get("Ada", "Link"),
		pass: (milliseconds: number) => {
			at += milliseconds;
		},
		store: (link: Stored | null) => {
			stored = link;
		},
		away: (away: boolean) => {
			isAway = away;
		},
		loads: () => loads,
	};
}

test("a link is asked for once a minute, without regard to case", async () => {
	const { get, pass, loads, cache } = rig();
	await get();
	pass(59_999);
	expect(await cache.get("ADA", "lINK")).toEqual({ version: 1 });
	expect(loads()).toBe(1);
	pass(1);
	await get();
	expect(loads()).toBe(2);
});

test("a missing link is remembered for thirty seconds", async () => {
	const { get, pass, loads, store } = rig();
	store(null);
	expect(await get()).toBeNull();
	pass(29_999);
	expect(await get()).toBeNull();
	expect(loads()).toBe(1);
	pass(1);
	store({ version: 1 });
	expect(await get()).toEqual({ version: 1 });
});

test("while changes are not heard, what is known is trusted for a second", async () => {
	const { cache, get, pass, store } = rig();
	await get();
	cache.hearsChanges(false);
	await get();
	store({ version: 2 });
	pass(999);
	expect(await get()).toEqual({ version: 1 });
	pass(1);
	expect(await get()).toEqual({ version: 2 });
});

test.each(["one link", "all links"])(
	"no look-up begun before a change of %s fills the cache after it",
	async (changed) => {
		for (let round = 0; round < 10_000; round++) {
			const { cache, get, store } = rig();
			const early = get();
			for (let turn = round % 5; turn > 0; turn--) await Promise.resolve();
			store({ version: 2 });
			if (changed === "one link") cache.invalidate("ada", "LINK");
			else cache.invalidateAll();
			const after = await get();
			await early;
			expect([after, await get()]).toEqual([{ version: 2 }, { version: 2 }]);
		}
	},
);

describe("while the database is away", () => {
	test("a known link answers for a day", async () => {
		const { get, pass, away } = rig();
		await get();
		away(true);
		pass(23 * 60 * 60 * 1_000);
		expect(await get()).toEqual({ version: 1 });
		pass(2 * 60 * 60 * 1_000);
		await expect(get()).rejects.toThrow("away");
	});

	test("only the first visitor waits for it; one look-up a second notices that it is back (G2)", async () => {
		const { cache, get, pass, away, store, loads } = rig();
		await get();
		pass(60_000);
		away(true);
		expect(await get()).toEqual({ version: 1 });
		expect(loads()).toBe(2);
		// Not a promise any more.
		expect(cache.get("Ada", "Link")).toEqual({ version: 1 });
		expect(loads()).toBe(2);
		store({ version: 2 });
		away(false);
		pass(1_000);
		expect(cache.get("Ada", "Link")).toEqual({ version: 1 });
		expect(cache.get("Ada", "Link")).toEqual({ version: 1 });
		await new Promise(setImmediate);
		expect(loads()).toBe(3);
		expect(cache.get("Ada", "Link")).toEqual({ version: 2 });
	});

	test("an unknown link, and one known to be missing, are errors and not missing", async () => {
		const { get, pass, away, store } = rig();
		away(true);
		await expect(get()).rejects.toThrow("away");
		away(false);
		store(null);
		expect(await get()).toBeNull();
		away(true);
		pass(30_000);
		await expect(get()).rejects.toThrow("away");
	});

	test("a changed link is not answered as it was", async () => {
		const { cache, get, away } = rig();
		await get();
		away(true);
		cache.invalidate("ada", "link");
		await expect(get()).rejects.toThrow("away");
	});
});
