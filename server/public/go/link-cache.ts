import { LRUCache } from "lru-cache";
import { DEADLINES, type Deadlines } from "#server/platform/config/deadlines.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";
import { DAY_MS } from "#shared/platform/days.ts";

/** How long an answer of the database may be used without asking again. */
const FRESH_MS = 60_000;
/** The same while changes by other processes aren't received. */
const FRESH_UNHEARD_MS = 1_000;
/** A missing link may be made at any moment, by a process whose news are late. */
const FRESH_MISSING_MS = 30_000;
/** How long a link keeps answering while the database is away (P17). */
const STALE_MS = DAY_MS;
/** What is said of a look-up that took that long. */
export const TOO_LATE = "The database took too long to answer";
/** After a failure the database is left alone for so long, but by one look-up. */
const RETRY_MS = 1_000;
/** A former address leads to the present one in two steps; after so many the database is asked again. */
const STEPS_REMEMBERED = 4;
const STEPS_MAX = 8;

/** Says that an address is a former one, and which one it leads to now. */
export class Moved {
	readonly userSlug: string;
	readonly linkSlug: string;

	constructor(userSlug: string, linkSlug: string) {
		this.userSlug = userSlug;
		this.linkSlug = linkSlug;
	}
}

export type LinkCache<T> = {
	/**
	 * The link that the address leads to, or null when there is none.
	 * @throws the loader's error when the database is away and nothing usable is known
	 */
	get(userSlug: string, linkSlug: string): T | null | Promise<T | null>;
	/** To be called once a change of this link has been committed: no later `get` sees what was before. */
	invalidate(userSlug: string, linkSlug: string): void;
	/** As `invalidate`, for every address below this name. */
	invalidateOwner(userSlug: string): void;
	/** As `invalidate`, for every link. */
	invalidateAll(): void;
	/** Whether changes by other processes are received at present. */
	isSubscribed(heard: boolean): void;
	/** Counts of look-ups by result since the start, and the present state. */
	metrics(): { hits: number; misses: number; stale: number; entries: number; isHearing: boolean };
};

type Answer<T> = T | Moved | null;
type Entry<T> = { value: Answer<T>; loadedAt: number; freshUntil: number; generation: number };

/**
 * Remembers look-ups of links, the missing ones too. Without regard to case, as links are looked up. Of a former address
 * it remembers where that leads, so that a changed link is forgotten under all its addresses at once.
 * @param load asks the database; slugs are in lower case
 * @param now milliseconds of a clock
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
	/** Loads under way. One that is no longer here when it ends was overtaken by a change, and is not kept. */
	const loading = new Map<string, Promise<Answer<T>>>();
	let generation = 0;
	let isHearing = false;
	/** The database was down or slow for the last look-up of a cached link: later ones don't wait for it. */
	let isInTrouble = false;
	let nextTryAt = 0;
	let hits = 0;
	let misses = 0;
	/** Look-ups answered by what was true a while ago. */
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

	/** What was true a while ago is better than nothing. */
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
		// Partly received changes can form a cycle.
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
