import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import type { StoredBreakdowns } from "#shared/analytics/breakdowns.ts";
import type { Counts } from "#shared/analytics/chart.ts";
import { linkChartMonths, userChartMonths } from "#shared/analytics/chart-months.table.ts";
import { addDays } from "#shared/platform/days.ts";
import { type DayRow, sumOf, sumOfBreakdowns } from "./chart-of-days.ts";
import type { ChartReads } from "./chart-reads.ts";
import type { UtcDays } from "./chart-span.ts";
import { closedMonths } from "./month-parts.ts";

/** Days read and summed at once: a year's 10 MB of JSON would block the event loop for 200 ms. */
const DAYS_AT_ONCE = 31;
/** Shorter months are as fast to read from their days. */
const DAYS_WORTH_KEEPING = 8;

export type Subject = { link: number } | { user: string };
type Month = { month: string; breakdowns: StoredBreakdowns };
/** Consecutive days; if `month` isn't null, it has all their breakdowns. */
type DaysRead = { rows: DayRow[]; month: Month | null };
type Asked = {
	first: string;
	last: string;
	days: UtcDays;
	cut: string[];
	/** Whether whole months' breakdowns suffice. */
	mayUseMonths: boolean;
	today: string;
};
type KeptMonth = Month & Counts;

const TABLES = {
	link: { days: "link_days", months: "link_chart_months", id: "link_id" },
	user: { days: "user_days", months: "user_chart_months", id: "user_id" },
};

/** Reads a chart's days, and whole months' breakdowns from the cache of earlier charts (P415). */
export function createChartDays({ db, reads, log }: { db: Db; reads: ChartReads; log: Pick<Logger, "warn"> }) {
	async function* read(subject: Subject, asked: Asked): AsyncGenerator<DaysRead> {
		const { first, last, days, cut, today } = asked;
		const months = asked.mayUseMonths ? closedMonths(days, today) : [];
		const parts = partsOf({ first, last, days, months });
		const added: KeptMonth[] = [];
		const readPart = async (part: UtcDays): Promise<DaysRead> => {
			if (!months.includes(part)) return { rows: await readDays(subject, part, { days, cut }), month: null };
			const { isKept, ...month } = await readMonth(subject, part, cut);
			if (!isKept && month.rows.length >= DAYS_WORTH_KEEPING) added.push({ ...month.month, ...sumOf(month.rows) });
			return month;
		};
		yield* askedAhead(parts, readPart);
		if (added.length > 0) await keep(subject, added);
	}

	async function readDays(subject: Subject, { from, to }: UtcDays, { days, cut }: Pick<Asked, "days" | "cut">) {
		const { of, table, id } = tablesOf(subject);
		const { rows } = await reads.query<DayRow>({
			name: `chart-days-of-${of}`,
			text: `SELECT day::text, human, bot, visitors, CASE WHEN day = ANY($6::date[]) THEN quarters END AS quarters,
				CASE WHEN day BETWEEN $4 AND $5 THEN breakdowns END AS breakdowns
				FROM ${table.days} WHERE ${table.id} = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
			values: [id, from, to, days.from, days.to, cut],
		});
		return rows;
	}

	async function readMonth(subject: Subject, month: UtcDays, cut: string[]) {
		const { of, table, id } = tablesOf(subject);
		// One snapshot: the month is as old as its days, or older.
		const { rows } = await reads.query<Omit<DayRow, "day"> & { day: string | null }>({
			name: `chart-month-of-${of}`,
			text: `WITH kept AS (SELECT human, bot, breakdowns FROM ${table.months} WHERE ${table.id} = $1 AND month = $2)
				SELECT day::text, human, bot, visitors, CASE WHEN day = ANY($4::date[]) THEN quarters END AS quarters,
					CASE WHEN NOT EXISTS (SELECT FROM kept) THEN breakdowns END AS breakdowns
					FROM ${table.days} WHERE ${table.id} = $1 AND day BETWEEN $2 AND $3
				UNION ALL SELECT NULL, human, bot, 0, NULL, breakdowns FROM kept`,
			values: [id, month.from, month.to, cut],
		});
		const kept = rows.find(({ day }) => day === null);
		const ofDays = rows.filter((row): row is DayRow => row.day !== null);
		const total = sumOf(ofDays);
		if (kept?.breakdowns && kept.human === total.human && kept.bot === total.bot)
			return { isKept: true, rows: ofDays, month: { month: month.from, breakdowns: kept.breakdowns } };
		const full = kept ? await readDays(subject, month, { days: month, cut }) : ofDays;
		const breakdowns = sumOfBreakdowns(full.flatMap((row) => row.breakdowns ?? []));
		return { isKept: false, rows: full, month: { month: month.from, breakdowns } };
	}

	async function keep(subject: Subject, months: KeptMonth[]): Promise<void> {
		const set = { human: sql`excluded.human`, bot: sql`excluded.bot`, breakdowns: sql`excluded.breakdowns` };
		try {
			if ("link" in subject) {
				const { linkId, month } = linkChartMonths;
				const rows = months.map((each) => ({ linkId: subject.link, ...each }));
				await db
					.insert(linkChartMonths)
					.values(rows)
					.onConflictDoUpdate({ target: [linkId, month], set });
			} else {
				const { userId, month } = userChartMonths;
				const rows = months.map((each) => ({ userId: subject.user, ...each }));
				await db
					.insert(userChartMonths)
					.values(rows)
					.onConflictDoUpdate({ target: [userId, month], set });
			}
		} catch (error) {
			log.warn({ err: error }, "months of a chart could not be stored: they are added up again next time");
		}
	}

	return { read };
}

function tablesOf(subject: Subject) {
	return "link" in subject
		? { of: "a-link", table: TABLES.link, id: subject.link }
		: { of: "an-account", table: TABLES.user, id: subject.user };
}

function partsOf({ first, last, days, months }: Pick<Asked, "first" | "last" | "days"> & { months: UtcDays[] }) {
	const [begin, end] = [months[0], months.at(-1)];
	if (!begin || !end) return slicesOf({ from: first, to: last });
	return [
		...(first < days.from ? [{ from: first, to: addDays(days.from, -1) }] : []),
		...slicesOf({ from: days.from, to: addDays(begin.from, -1) }),
		...months,
		...slicesOf({ from: addDays(end.to, 1), to: last }),
	];
}

function slicesOf({ from: first, to: last }: UtcDays): UtcDays[] {
	const slices: UtcDays[] = [];
	for (let from = first; from <= last; from = addDays(from, DAYS_AT_ONCE)) {
		const end = addDays(from, DAYS_AT_ONCE - 1);
		slices.push({ from, to: end < last ? end : last });
	}
	return slices;
}

/** Yields the answers in order, requesting the next while one is processed. */
async function* askedAhead<Item, Answer>(items: Iterable<Item>, ask: (item: Item) => Promise<Answer>) {
	let coming: Promise<Answer> | undefined;
	for (const item of items) {
		const here = await coming;
		coming = ask(item);
		// Prevents an unhandled rejection if the consumer fails before this is awaited.
		coming.catch(() => undefined);
		if (here) yield here;
	}
	if (coming) yield await coming;
}
