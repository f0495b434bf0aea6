import { LRUCache } from "lru-cache";
import { sourceName } from "#shared/analytics/source-name.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import type { AggregatedRow } from "./view-facts.ts";

const BURST_MS = 10_000;
/** A burst comes from so many networks at least: one more for each ten opens of the ten minutes before. */
const NETWORKS = 3;
const OPENS_A_NETWORK = 10;
const BEFORE_MS = 10 * 60_000;
/** After so many, what comes may be a crowd. */
const BUSY = 50;
/** Opens within one burst; more are a crowd. */
const BURST_MAX = 100;
const LINKS_MAX = 5_000;

/** Scanners of mail have no referrer and no app. */
const NOT_FROM_MAIL: ReadonlySet<string> = new Set(PLATFORMS.flatMap(({ word, isMail }) => (isMail ? [] : [word])));

type Open = { at: number; network: string; isCounted: boolean };
type Opens = {
	recent: Open[];
	/** Times of the latest before those. */
	earlier: number[];
};
type Opened = Pick<AggregatedRow, "id" | "at" | "linkId" | "ip" | "isBot" | "kind" | "attribution">;

export type ScannerBursts = ReturnType<typeof createScannerBursts>;

/**
 * Finds opens by people that are probably scanners of mail with a browser's headers (P538): within ten seconds, one link
 * is opened from several networks, and it was quiet before. Remembered by this process alone.
 */
export function createScannerBursts() {
	const opensOf = new LRUCache<number, Opens>({ max: LINKS_MAX });

	/** How many opens this one shows to be probably scanners: itself, and those before it that weren't known to be. */
	function countWith({ linkId, at, ip }: Opened): number {
		const opens = opensOf.get(linkId) ?? { recent: [], earlier: [] };
		opensOf.set(linkId, opens);
		const { recent, earlier } = opens;
		const isLate = at < (recent.at(-1)?.at ?? at) - BURST_MS;
		if (ip === null || isLate) return 0;
		recent.push({ at, network: ip, isCounted: false });
		while (recent.length > BURST_MAX || (recent[0]?.at ?? at) < at - BURST_MS) earlier.push(recent.shift()?.at ?? at);
		opens.earlier = earlier.slice(-BUSY);
		const before = opens.earlier.filter((earlierAt) => earlierAt > at - BEFORE_MS).length;
		const needed = NETWORKS + Math.floor(before / OPENS_A_NETWORK);
		if (before >= BUSY || new Set(recent.map(({ network }) => network)).size < needed) return 0;
		const found = recent.filter(({ isCounted }) => !isCounted);
		for (const open of found) open.isCounted = true;
		return found.length;
	}

	return {
		/** By the id of a view: how many opens it shows to be probably scanners. Views without any are left out. */
		judge(rows: readonly Opened[]): ReadonlyMap<string, number> {
			const counts = new Map<string, number>();
			for (const row of rows.filter(mayBeScanner).sort((one, other) => one.at - other.at)) {
				const count = countWith(row);
				if (count > 0) counts.set(row.id, count);
			}
			return counts;
		},
		/** After views were judged whose transaction failed: they will be judged again. */
		forget(): void {
			opensOf.clear();
		},
	};
}

function mayBeScanner({ isBot, kind, attribution }: Opened): boolean {
	return !isBot && (kind === null || kind === "human") && !NOT_FROM_MAIL.has(sourceName(attribution));
}
