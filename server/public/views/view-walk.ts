import type { Reads } from "#server/platform/db/fresh-reads.ts";
import { firstViewId } from "./view-id.ts";

export type StoredView = { id: string; timestamp: Date; linkId: number; isBot: boolean; attribution: string };

/** Views of these links since `since` (a link's creation will do) and before `until`. */
type Asked = { linkIds: number[]; since: Date; until: Date };

export type ViewWalk = (asked: Asked) => AsyncGenerator<StoredView[]>;

const ROWS_AT_ONCE = 20_000;
/** Clocks of processes differ: a view may seem older than its link. */
export const CLOCK_SKEW_MS = 3_600_000;

/** Pages through some links' views. Scans all views by id, because an index by link would cost every insert. */
export function createViewWalk({ pool, rowsAtOnce = ROWS_AT_ONCE }: { pool: Reads; rowsAtOnce?: number }): ViewWalk {
	return async function* ({ linkIds, since, until }) {
		const oldest = new Date(since.getTime() - CLOCK_SKEW_MS);
		const end = firstViewId(until.getTime() + 1);
		let last = firstViewId(oldest.getTime());
		for (;;) {
			const { rows } = await pool.query<PageRow>({ ...PAGE, values: [last, end, oldest, rowsAtOnce, linkIds] });
			const [first] = rows;
			if (!first) return;
			last = first.pageEnd;
			yield rows.filter((row): row is PageRow & StoredView => row.id !== null);
		}
	};
}

/** The same from the database that `source` lends for each walk. */
export function createViewWalkFrom(source: () => Promise<Reads>): ViewWalk {
	return async function* (asked) {
		yield* createViewWalk({ pool: await source() })(asked);
	};
}

type PageRow = { pageEnd: string } & (StoredView | { [K in keyof StoredView]: null });

/** No row: the end. A row without an id: none of the page's views belong to the links. */
const PAGE = {
	name: "walk-views",
	text: `WITH page AS MATERIALIZED (
		SELECT id, timestamp, link_id, is_bot, attribution FROM views
		WHERE id > $1 AND id < $2 AND timestamp >= $3 ORDER BY id LIMIT $4
	), last AS (
		SELECT id FROM page ORDER BY id DESC LIMIT 1
	)
	SELECT last.id AS "pageEnd", page.id, page.timestamp, page.link_id AS "linkId", page.is_bot AS "isBot", page.attribution
	FROM last LEFT JOIN page ON page.link_id = ANY($5::int[])
	ORDER BY page.id`,
};
