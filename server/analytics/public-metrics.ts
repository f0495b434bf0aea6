import { LRUCache } from "lru-cache";
import type { PublicRange } from "#shared/analytics/public-stats.ts";
import type { Charts } from "./charts.ts";
import { type PublicMetrics, presentPublic } from "./present-public.ts";

/** Anyone who knows an address may ask: the same figures are read at most once in so long. */
const FRESH_MS = 60_000;
/** Some 13 kB each; a chart itself may be hundreds of times that. */
const REMEMBERED = 2_000;

export type ReadPublicMetrics = (linkId: number, range: PublicRange) => Promise<PublicMetrics>;

type Options = {
	charts: Pick<Charts, "chart">;
	/** Milliseconds, from any moment on. */
	clock?: () => number;
};

/** Figures of links for public pages (P224): of a chart only what everyone may read is remembered, for a minute. */
export function createPublicMetrics({ charts, clock = () => performance.now() }: Options): ReadPublicMetrics {
	const remembered = new LRUCache<string, Promise<PublicMetrics>>({
		max: REMEMBERED,
		ttl: FRESH_MS,
		ttlResolution: 0,
		perf: { now: clock },
	});

	async function read(linkId: number, range: PublicRange): Promise<PublicMetrics> {
		const asked = { range, zone: "UTC", only: null, values: Number.POSITIVE_INFINITY };
		// What was made on the largest plan is read as that plan reads, whatever its owner has now (P143).
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
