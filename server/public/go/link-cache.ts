import { LRUCache } from "lru-cache";
import { DEADLINES, type Deadlines } from "#server/platform/config/deadlines.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";
import { DAY_MS } from "#shared/platform/days.ts";

/** How long an entry is used without asking the database. */
const FRESH_MS = 60_000;
/** The same while notifications of other processes aren't received. */
const FRESH_UNHEARD_MS = 1_000;
/** A missing link may be created any moment, and its notification be late. */
const FRESH_MISSING_MS = 30_000;
/** How long a link keeps working while the database is down (P17). */
const STALE_MS = DAY_MS;
export const TOO_LATE = "The database took too long to answer";
/** After a failure, only one look-up per this interval tries the database. */
const RETRY_MS = 1_000;
/** A former address takes two steps to the current one; after this many the database is queried again. */
const STEPS_REMEMBERED = 4;
const STEPS_MAX = 8;

export class Moved {
	readonly userSlug: string;
	readonly linkSlug: string;

	constructor(userSlug: string, linkSlug: string) {
		this.userSlug = userSlug;
		this.linkSlug = linkSlug;
	}
}

export type LinkCache<T> = {
	/** The link at the address, or null. @throws the loader's error if nothing usable is cached */
	get(userSlug: string, linkSlug: string): T | null | Promise<T | null>;
	invalidate(userSlug: string, linkSlug: string): void;
	invalidateOwner(userSlug: string): void;
	invalidateAll(): void;
	isSubscribed(heard: boolean): void;
	metrics(): { hits: number; misses: number; stale: number; entries: number; isHearing: boolean };
};

type Answer<T> = T | Moved | null;
type Entry<T> = { value: Answer<T>; loadedAt: number; freshUntil: number; generation: number };

/**
 * Caches look-ups of links, including missing ones, ignoring case. Former addresses store the current one, so that one
 * invalidation covers all.
 * @param load queries the database; slugs in lower case
 * @param now a clock in milliseconds
 */
export function createLinkCache<T extends object | string>({
	load,
	deadlines = DEADLINES,
	now = Date.now,
	maxEntries = 100_000,
}: {
	deadlines?: Pick<Deadlines, "linkLoad" | "linkRefresh">;
	load: (userSlug: string, linkSlug: string) => Promise<T | Moved | null>;
	now?: () => number;
	maxEntries?: number;
}): LinkCache<T> {
	const entries = new LRUCache<string, Entry<T>>({ max: maxEntries });
	/** Loads in progress. A change removes an entry, so that its result isn't cached. */
	const loading = new Map<string, Promise<Answer<T>>>();
	let generation = 0;
	let isHearing = false;
	let isInTrouble = false;
	let nextTryAt = 0;
	let hits = 0;
	let misses = 0;
	let stale = 0;

	const keyOf = (userSlug: string, linkSlug: string) => `${userSlug}/${linkSlug}`.toLowerCase();

	function isFresh(entry: Entry<T>, at: number): boolean {
		if (entry.generation !== generation || at >= entry.freshUntil) return false;
		return isHearing || at < entry.loadedAt + FRESH_UNHEARD_MS;
	}

	function startLoad(key: string): Promise<Answer<T>> {
		const [userSlug = "", linkSlug = ""] = key.split("/");
		const startedIn = generation;
		const loaded = withTimeout(deadlines.linkLoad, load(userSlug, linkSlug), tooLate)
			.then((value) => {
				if (loading.get(key) === loaded) keep(key, value, startedIn);
				return value;
			})
			.finally(() => {
				if (loading.get(key) === loaded) loading.delete(key);
			});
		loading.set(key, loaded);
		return loaded;
	}

	function keep(key: string, value: Answer<T>, startedIn: number): void {
		const at = now();
		const freshFor = value === null ? FRESH_MISSING_MS : FRESH_MS;
		entries.set(key, { value, loadedAt: at, freshUntil: at + freshFor, generation: startedIn });
	}

	function reload(key: string, known: Entry<T> | undefined): Answer<T> | Promise<Answer<T>> {
		const fallback = known?.value ?? null;
		if (known === undefined || fallback === null || now() - known.loadedAt > STALE_MS) return ask(key);
		if (!isInTrouble) return askOrElse(key, () => fallBackTo(fallback));
		if (now() >= nextTryAt) void askOrElse(key, () => fallback);
		return fallBackTo(fallback);
	}

	function ask(key: string): Promise<Answer<T>> {
		return loading.get(key) ?? startLoad(key);
	}

	function fallBackTo(known: T | Moved): T | Moved {
		stale += 1;
		return known;
	}

	async function askOrElse(key: string, known: () => T | Moved): Promise<Answer<T>> {
		nextTryAt = now() + RETRY_MS;
		try {
			const value = await withTimeout(deadlines.linkRefresh, ask(key), tooLate);
			isInTrouble = false;
			return value;
		} catch {
			isInTrouble = true;
			return known();
		}
	}

	function find(key: string, steps: number): T | null | Promise<T | null> {
		const known = entries.get(key);
		if (known !== undefined && isFresh(known, now())) {
			hits += 1;
			return known.value instanceof Moved ? follow(known.value, steps) : known.value;
		}
		misses += 1;
		const answer = reload(key, known);
		if (answer instanceof Promise)
			return answer.then((value) => (value instanceof Moved ? follow(value, steps) : value));
		return answer instanceof Moved ? follow(answer, steps) : answer;
	}

	function follow({ userSlug, linkSlug }: Moved, steps: number): T | null | Promise<T | null> {
		if (steps === STEPS_MAX) throw new Error("A former address leads nowhere");
		const key = keyOf(userSlug, linkSlug);
		// Partially received changes can form a cycle.
		if (steps >= STEPS_REMEMBERED) forget(key);
		return find(key, steps + 1);
	}

	function forget(key: string): void {
		entries.delete(key);
		loading.delete(key);
	}

	return {
		get: (userSlug, linkSlug) => find(keyOf(userSlug, linkSlug), 0),
		invalidate: (userSlug, linkSlug) => forget(keyOf(userSlug, linkSlug)),
		invalidateOwner(userSlug) {
			const below = keyOf(userSlug, "");
			for (const key of [...entries.keys(), ...loading.keys()]) if (key.startsWith(below)) forget(key);
		},
		invalidateAll() {
			entries.clear();
			loading.clear();
		},
		isSubscribed(heard) {
			isHearing = heard;
			generation += 1;
		},
		metrics: () => ({ hits, misses: misses - stale, stale, entries: entries.size, isHearing }),
	};
}

function tooLate(): never {
	throw new Error(TOO_LATE);
}
