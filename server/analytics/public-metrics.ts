import { LRUCache } from "lru-cache";
import type { PublicRange } from "#shared/analytics/public-stats.ts";
import type { Charts } from "./charts.ts";
import { type PublicMetrics, presentPublic } from "./present-public.ts";

/** Anyone with the address can request it, so the same metrics are cached this long. */
const FRESH_MS = 60_000;
const REMEMBERED = 2_000;

export type ReadPublicMetrics = (linkId: number, range: PublicRange) => Promise<PublicMetrics>;

type Options = {
	charts: Pick<Charts, "chart">;
	clock?: () => number;
};

/** Public pages' metrics (P224); caches only their public part, for a minute. */
export function createPublicMetrics({ charts, clock = () => performance.now() }: Options): ReadPublicMetrics {
	const remembered = new LRUCache<string, Promise<PublicMetrics>>({
		max: REMEMBERED,
		ttl: FRESH_MS,
		ttlResolution: 0,
		perf: { now: clock },
	});

	async function read(linkId: number, range: PublicRange): Promise<PublicMetrics> {
		const asked = { range, zone: "UTC", only: null, values: Number.POSITIVE_INFINITY };
		// With the largest plan's range, whatever the owner's plan is now (P143).
		return presentPublic(await charts.chart({ link: linkId }, asked, "enterprise"));
	}

	return (linkId, range) => {
		const key = `${linkId} ${range}`;
		const known = remembered.get(key);
		if (known) return known;
		const metrics = read(linkId, range);
		remembered.set(key, metrics);
		metrics.catch(() => remembered.delete(key));
		return metrics;
	};
}
