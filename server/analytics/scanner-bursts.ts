import { LRUCache } from "lru-cache";
import { sourceName } from "#shared/analytics/source-name.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import type { AggregatedRow } from "./view-facts.ts";

const BURST_MS = 10_000;
/** Least networks in a burst; one more per ten opens in the ten minutes before. */
const NETWORKS = 3;
const OPENS_A_NETWORK = 10;
const BEFORE_MS = 10 * 60_000;
/** With more opens before, it may be a crowd. */
const BUSY = 50;
/** More opens than this within a burst are a crowd. */
const BURST_MAX = 100;
const LINKS_MAX = 5_000;

/** Mail scanners have no referrer and no app. */
const NOT_FROM_MAIL: ReadonlySet<string> = new Set(PLATFORMS.flatMap(({ word, isMail }) => (isMail ? [] : [word])));

type Open = { at: number; network: string; isCounted: boolean };
type Opens = {
	recent: Open[];
	earlier: number[];
};
type Opened = Pick<AggregatedRow, "id" | "at" | "linkId" | "ip" | "isBot" | "kind" | "attribution">;

export type ScannerBursts = ReturnType<typeof createScannerBursts>;

/** Detects mail scanners that look like browsers: several networks open a quiet link within ten seconds (P538). */
export function createScannerBursts() {
	const opensOf = new LRUCache<number, Opens>({ max: LINKS_MAX });

	/** How many opens this one reveals as probable scanners: itself, and earlier ones. */
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
		/** By view id, the number of opens that it reveals as probable scanners; 0 is omitted. */
		judge(rows: readonly Opened[]): ReadonlyMap<string, number> {
			const counts = new Map<string, number>();
			for (const row of rows.filter(mayBeScanner).sort((one, other) => one.at - other.at)) {
				const count = countWith(row);
				if (count > 0) counts.set(row.id, count);
			}
			return counts;
		},
		/** After a failed transaction: its views will be counted again. */
		forget(): void {
			opensOf.clear();
		},
	};
}

function mayBeScanner({ isBot, kind, attribution }: Opened): boolean {
	return !isBot && (kind === null || kind === "human") && !NOT_FROM_MAIL.has(sourceName(attribution));
}
