import { ipKeyGenerator } from "express-rate-limit";
import { LRUCache } from "lru-cache";

/** Missing links per minute and address: more means guessing (P21). */
const MISSES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** An address from a proxy may be any text; real ones are shorter. */
const ADDRESS_MAX = 45;

export type MissLimit = {
	/**
	 * Counts a look-up of a missing link.
	 * @param address IPv6 counts by /56
	 * @returns null if allowed, else seconds until the next look-up
	 */
	count(address: string): number | null;
};

/**
 * Bounds how fast one address can try names of links. Links that are there are never counted. Each process counts by
 * itself, and remembers only the latest `maxAddresses`: one number each, where `createRateLimiter` keeps every request of
 * every key (docs/decisions/0108). Switched off, it lets everything through.
 */
export function createMissLimit({
	isOn,
	clock = performance,
	maxAddresses = 50_000,
	most = MISSES_PER_MINUTE,
	windowMs = MINUTE_MS,
}: {
	isOn: boolean;
	clock?: { now(): number };
	maxAddresses?: number;
	/** Most per `windowMs`, if used for something else. */
	most?: number;
	windowMs?: number;
}): MissLimit {
	if (!isOn) return { count: () => null };
	const counted = new LRUCache<string, { misses: number }>({
		max: maxAddresses,
		ttl: windowMs,
		ttlResolution: 0,
		perf: clock,
	});
	return {
		count(address) {
			const key = ipKeyGenerator(address.slice(0, ADDRESS_MAX));
			const known = counted.get(key);
			if (known === undefined) counted.set(key, { misses: 1 });
			else known.misses += 1;
			if (known === undefined || known.misses <= most) return null;
			return Math.max(1, Math.ceil(counted.getRemainingTTL(key) / 1_000));
		},
	};
}
