import type pg from "pg";
import { CLOCK_SKEW_MS, type StoredView, type ViewWalk } from "../view-walk.ts";
import type { ViewArchive } from "./archive.ts";
import { READ_START, type ReadAnswer } from "./archive-reading.ts";

const ROWS_AT_ONCE = 2_000;

export type WalkedView = Omit<StoredView, "id">;
type Asked = Parameters<ViewWalk>[0] & { userId: string };
export type OwnerWalk = (asked: Asked) => AsyncGenerator<WalkedView[]>;

type Deps = { pool: pg.Pool; archive: Pick<ViewArchive, "read">; walkViews: ViewWalk };

/** Pages through an owner's views: archived months, then the database, then what was archived meanwhile. */
export function createOwnerWalk({ pool, archive, walkViews }: Deps): OwnerWalk {
	async function archivedMonths({ since, until }: Asked): Promise<string[]> {
		const { rows } = await pool.query<{ month: string }>(
			"SELECT month FROM view_archives WHERE restored_at IS NULL AND month BETWEEN $1 AND $2 ORDER BY month",
			[monthOf(new Date(since.getTime() - CLOCK_SKEW_MS)), monthOf(until)],
		);
		return rows.map(({ month }) => month);
	}

	async function* walkArchived(months: string[], { userId, linkIds }: Asked): AsyncGenerator<WalkedView[]> {
		for (let at: ReadAnswer["next"] = months.length > 0 ? READ_START : null; at !== null; ) {
			const answer: ReadAnswer = await archive.read({ months, userId, linkIds, at });
			for (let from = 0; from < answer.times.length; from += ROWS_AT_ONCE) yield pageOf(answer, from);
			at = answer.next;
		}
	}

	return async function* (asked) {
		const before = await archivedMonths(asked);
		yield* walkArchived(before, asked);
		/** Months that were read from the database, with the last view of each. */
		const read = new Map<string, Date>();
		for await (const page of walkViews(asked)) {
			for (const { timestamp } of page) read.set(monthOf(timestamp), timestamp);
			yield page;
		}
		for (const month of (await archivedMonths(asked)).filter((name) => !before.includes(name))) {
			const last = read.get(month) ?? new Date(0);
			for await (const page of walkArchived([month], asked)) yield page.filter(({ timestamp }) => timestamp > last);
		}
	};
}

function pageOf({ linkIds, times, bots, attributions }: ReadAnswer, from: number): WalkedView[] {
	return attributions.slice(from, from + ROWS_AT_ONCE).map((attribution, n) => ({
		linkId: linkIds[from + n] ?? 0,
		timestamp: new Date(times[from + n] ?? 0),
		isBot: bots[from + n] === 1,
		attribution,
	}));
}

function monthOf(time: Date): string {
	return time.toISOString().slice(0, 7);
}
