import { afterEach, describe, expect, test, vi } from "vitest";
import { createLinkCache, Moved } from "./link-cache.ts";

type Stored = { version: number };

/** A cache on a clock and a database that the test moves; each load waits until it is let go. */
function rig() {
	let at = Date.parse("2026-03-05T12:00:00Z");
	let stored: Stored | null = { version: 1 };
	let isUnavailable = false;
	let loads = 0;
	const cache = createLinkCache<Stored>({
		now: () => at,
		maxEntries: 10,
		load: async () => {
			loads += 1;
			const seen = stored;
			await Promise.resolve();
			if (isUnavailable) throw new Error("away");
			return seen;
		},
	});
	cache.isSubscribed(true);
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
			isUnavailable = away;
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
	cache.isSubscribed(false);
	await get();
	store({ version: 2 });
	pass(999);
	expect(await get()).toEqual({ version: 1 });
	pass(1);
	expect(await get()).toEqual({ version: 2 });
});

test("before changes are heard for the first time, what is known is trusted for a second", async () => {
	let at = 0;
	let loads = 0;
	const cache = createLinkCache<Stored>({ now: () => at, load: async () => ({ version: ++loads }) });
	await cache.get("ada", "link");
	at = 1_000;
	expect(await cache.get("ada", "link")).toEqual({ version: 2 });
});

test("what changed while nothing was heard is asked for once changes are heard again", async () => {
	const { cache, get, store } = rig();
	await get();
	cache.isSubscribed(false);
	store({ version: 2 });
	cache.isSubscribed(true);
	expect(await get()).toEqual({ version: 2 });
});

test("a look-up begun while nothing was heard is not trusted for longer than a second", async () => {
	const { cache, get, store, loads } = rig();
	cache.isSubscribed(false);
	const early = get();
	store({ version: 2 });
	cache.isSubscribed(true);
	expect(await early).toEqual({ version: 1 });
	expect(await get()).toEqual({ version: 2 });
	expect(loads()).toBe(2);
});

test("many who ask at once for the same link are one look-up", async () => {
	const { get, loads } = rig();
	const answers = await Promise.all([get(), get(), get()]);
	expect(answers).toEqual(Array(3).fill({ version: 1 }));
	expect(loads()).toBe(1);
});

test("only so many links are remembered, those asked for last", async () => {
	const asked: string[] = [];
	const cache = createLinkCache<Stored>({
		now: () => 0,
		maxEntries: 2,
		load: async (userSlug, linkSlug) => {
			asked.push(`${userSlug} ${linkSlug}`);
			return { version: 1 };
		},
	});
	cache.isSubscribed(true);
	for (const linkSlug of ["One", "Two", "Three", "Two", "One"]) await cache.get("Ada", linkSlug);
	expect(asked).toEqual(["ada one", "ada two", "ada three", "ada one"]);
});

describe("a look-up that never answers", () => {
	/** A cache whose look-ups are answered by hand, or not at all. */
	function silentRig() {
		vi.useFakeTimers({ now: 0 });
		const loads: ((link: Stored) => void)[] = [];
		const cache = createLinkCache<Stored>({ load: () => new Promise((answer) => loads.push(answer)) });
		cache.isSubscribed(true);
		const outcomes: string[] = [];
		const ask = () => {
			void Promise.resolve(cache.get("ada", "link")).then(
				(link) => outcomes.push(`version ${link?.version}`),
				(error) => outcomes.push(error.message),
			);
			return vi.advanceTimersByTimeAsync(0);
		};
		const known = async () => {
			await ask();
			loads[0]?.({ version: 1 });
			await vi.advanceTimersByTimeAsync(60_000);
			expect(outcomes.splice(0)).toEqual(["version 1"]);
		};
		return { ask, known, loads, outcomes };
	}
	afterEach(() => void vi.useRealTimers());

	test("is an error after 1.25 seconds, and the next visitor asks again", async () => {
		const { ask, loads, outcomes } = silentRig();
		await ask();
		await vi.advanceTimersByTimeAsync(1_249);
		expect(outcomes).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(outcomes).toEqual(["The database took too long to answer"]);
		await ask();
		expect(loads).toHaveLength(2);
		loads[1]?.({ version: 2 });
		await vi.advanceTimersByTimeAsync(0);
		expect(outcomes[1]).toBe("version 2");
		expect(vi.getTimerCount()).toBe(0);
	});

	test("holds nobody up for longer than a quarter of a second when the link is known", async () => {
		const { ask, known, loads, outcomes } = silentRig();
		await known();
		await ask();
		await vi.advanceTimersByTimeAsync(249);
		expect(outcomes).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(outcomes).toEqual(["version 1"]);
		await ask();
		expect(outcomes).toEqual(["version 1", "version 1"]);
		// Late, and still of use.
		loads[1]?.({ version: 2 });
		await vi.advanceTimersByTimeAsync(0);
		await ask();
		expect(outcomes.at(-1)).toBe("version 2");
		expect(loads).toHaveLength(2);
	});

	test("does not fill the cache when its answer comes after all that time", async () => {
		const { ask, loads, outcomes } = silentRig();
		await ask();
		await vi.advanceTimersByTimeAsync(1_250);
		loads[0]?.({ version: 1 });
		await ask();
		expect(outcomes).toEqual(["The database took too long to answer"]);
		expect(loads).toHaveLength(2);
	});
});

test.each(["one link", "all links"])(
	"no look-up begun before a change of %s fills the cache after it",
	async (changed) => {
		for (let round = 0; round < 10; round++) {
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
		pass(24 * 60 * 60 * 1_000);
		expect(await get()).toEqual({ version: 1 });
		pass(1);
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

describe("a former address", () => {
	/** A cache before a table of addresses: a link's version, where it moved, or nothing. */
	function table(stored: Record<string, Stored | Moved>) {
		const asked: string[] = [];
		const cache = createLinkCache<Stored>({
			now: () => 0,
			load: async (userSlug, linkSlug) => {
				asked.push(`${userSlug}/${linkSlug}`);
				return stored[`${userSlug}/${linkSlug}`] ?? null;
			},
		});
		cache.isSubscribed(true);
		return { cache, asked, stored };
	}

	test("leads to the present one, which is forgotten under both at once", async () => {
		const { cache, asked, stored } = table({ "ada/old": new Moved("ada", "New"), "ada/new": { version: 1 } });
		expect(await cache.get("ada", "OLD")).toEqual({ version: 1 });
		expect(cache.get("ada", "old")).toEqual({ version: 1 });
		expect(asked).toEqual(["ada/old", "ada/new"]);
		stored["ada/new"] = { version: 2 };
		cache.invalidate("ada", "new");
		expect(await cache.get("ada", "old")).toEqual({ version: 2 });
	});

	test("of a former name goes on by a former slug, until the name changes once more", async () => {
		const { cache, stored } = table({
			"ada/old": new Moved("grace", "old"),
			"grace/old": new Moved("grace", "new"),
			"grace/new": { version: 1 },
			"gracious/old": { version: 7 },
		});
		expect(await cache.get("ada", "old")).toEqual({ version: 1 });
		expect(await cache.get("gracious", "old")).toEqual({ version: 7 });
		stored["ada/old"] = { version: 3 };
		stored["gracious/old"] = { version: 8 };
		cache.invalidateOwner("Ada");
		expect(await cache.get("ada", "old")).toEqual({ version: 3 });
		expect(await cache.get("gracious", "old"), "another owner's, whose name begins alike").toEqual({ version: 7 });
	});

	test("in a circle of what is remembered is asked for again, and one of the database is an error", async () => {
		const { cache, stored } = table({ "ada/a": new Moved("ada", "b"), "ada/b": { version: 1 } });
		await cache.get("ada", "a");
		cache.invalidate("ada", "b");
		stored["ada/b"] = new Moved("ada", "a");
		stored["ada/a"] = { version: 2 };
		expect(await cache.get("ada", "a")).toEqual({ version: 2 });
		const circle = table({ "ada/a": new Moved("ada", "b"), "ada/b": new Moved("ada", "a") });
		await expect(circle.cache.get("ada", "a")).rejects.toThrow("leads nowhere");
	});
});
