import type pg from "pg";
import { codeOf } from "#server/platform/work/error-code.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { type AgeLimits, ageLimits } from "./view-age.ts";
import { firstViewId, viewIdTime } from "./view-id.ts";
import { listPartitions, type ViewPartition } from "./view-months.ts";
import { NO_MARK, type RetentionMark, readMarks, writeMark } from "./view-retention-marks.ts";

/** Rows per statement, so that each is far from its timeout. */
const ROWS_AT_ONCE = 10_000;
/** Overlap with the previous run: a row may have been committed after its time was passed. */
const OVERLAP_MS = DAY_MS;
/** Vacuum after this many rewritten rows or this share, so that later ones reuse the space. */
const VACUUM_AFTER = { rows: 20_000, part: 0.05 };
const LOCK_NOT_AVAILABLE = "55P03";

type Options = { rowsAtOnce?: number; stopping?: AbortSignal };

type Work = {
	client: pg.ClientBase;
	partition: ViewPartition;
	limits: AgeLimits;
	rowsAtOnce: number;
	stopping: AbortSignal | undefined;
	mark: RetentionMark;
};

/**
 * Deletes personal data (P23): address, visitor and country after 90 days, user agent after 13 months. Continues by id
 * after the previous run (P410).
 * @param client without a statement timeout, and with a short lock timeout
 */
export async function forgetOldVisitors(client: pg.ClientBase, now: Date, options: Options = {}): Promise<void> {
	const { rowsAtOnce = ROWS_AT_ONCE, stopping } = options;
	const limits = ageLimits(now);
	const partitions = await listPartitions(client);
	const marks = await readMarks(client, partitions);
	for (const partition of partitions) {
		const mark = marks.get(partition.name) ?? { ...NO_MARK };
		const work: Work = { client, partition, limits, rowsAtOnce, stopping, mark };
		for (const step of [() => sweep(work, "address"), () => sweep(work, "agent"), () => compact(work)])
			if (!stopping?.aborted) await step();
	}
}

/** `$3`: address limit, `$4`: agent limit. If both are due, the row is rewritten once. */
const SWEEPS = {
	address: {
		done: "noAddressBefore",
		update: `SET ip = NULL, visitor = NULL, country = NULL, user_agent = CASE WHEN timestamp >= $4 THEN user_agent END
			WHERE id > $1 AND id <= $2 AND timestamp < $3
				AND (ip IS NOT NULL OR visitor IS NOT NULL OR (timestamp < $4 AND user_agent IS NOT NULL))`,
	},
	agent: {
		done: "noAgentBefore",
		update: `SET user_agent = NULL
			WHERE id > $1 AND id <= $2 AND timestamp < least($3::timestamptz, $4::timestamptz) AND user_agent IS NOT NULL`,
	},
} as const;

async function sweep(work: Work, what: keyof AgeLimits): Promise<void> {
	const { client, partition, limits, rowsAtOnce, stopping, mark } = work;
	const { done, update } = SWEEPS[what];
	if (isDone(partition, mark[done]) || (partition.start !== null && partition.start >= limits[what])) return;
	const until = firstViewId(limits[what].getTime());
	const vacuumAfter = await rowsOfPart(client, partition.name);
	let rewritten = 0;
	let last: string | null = firstViewId(mark[done].getTime() - OVERLAP_MS);
	while (last !== null && last < until && !stopping?.aborted) {
		const { rows }: pg.QueryResult<{ id: string }> = await client.query(
			`SELECT id FROM ${partition.name} WHERE id > $1 AND id < $2 ORDER BY id OFFSET $3 LIMIT 1`,
			[last, until, rowsAtOnce - 1],
		);
		const pageEnd: string | null = rows[0]?.id ?? null;
		const values = [last, pageEnd ?? until, limits.address, limits.agent];
		rewritten += (await client.query(`UPDATE ${partition.name} ${update}`, values)).rowCount ?? 0;
		last = pageEnd;
		mark[done] = later(mark[done], pageEnd === null ? limits[what] : new Date(viewIdTime(pageEnd) ?? 0));
		if (rewritten >= vacuumAfter || (pageEnd === null && rewritten > 0)) {
			await vacuum(client, partition.name, isDone(partition, mark[done]) ? "SKIP_LOCKED, FREEZE" : "SKIP_LOCKED");
			rewritten = 0;
		}
		await writeMark(client, partition.name, mark);
	}
}

/** Returns a month's free space to the disk: once, when nothing more will be deleted. */
async function compact({ client, partition, mark }: Work): Promise<void> {
	if (mark.isCompact || !isDone(partition, mark.noAgentBefore)) return;
	try {
		await vacuum(client, partition.name, "FULL, FREEZE");
	} catch (error) {
		if (codeOf(error) === LOCK_NOT_AVAILABLE) return;
		throw error;
	}
	mark.isCompact = true;
	await writeMark(client, partition.name, mark);
}

/** Whether a partition is finished: later rows are stored without expired data (`withoutExpired`). */
export function isDone({ end }: ViewPartition, before: Date): boolean {
	return end !== null && before.getTime() - OVERLAP_MS >= end.getTime();
}

async function rowsOfPart(client: pg.ClientBase, name: string): Promise<number> {
	const { rows } = await client.query<{ rows: number }>(
		"SELECT reltuples AS rows FROM pg_class WHERE oid = $1::regclass",
		[name],
	);
	return Math.max(VACUUM_AFTER.rows, VACUUM_AFTER.part * (rows[0]?.rows ?? 0));
}

async function vacuum(client: pg.ClientBase, name: string, options: string): Promise<void> {
	await client.query({ text: `VACUUM (${options}) ${name}`, query_timeout: 0 } as pg.QueryConfig);
}

function later(one: Date, other: Date): Date {
	return one > other ? one : other;
}
