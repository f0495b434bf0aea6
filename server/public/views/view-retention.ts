import type pg from "pg";
import { codeOf } from "#server/platform/work/error-code.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { type AgeLimits, ageLimits } from "./view-age.ts";
import { firstViewId, viewIdTime } from "./view-id.ts";
import { listPartitions, type ViewPartition } from "./view-months.ts";
import { NO_MARK, type RetentionMark, readMarks, writeMark } from "./view-retention-marks.ts";

/** Rows that one statement looks at, so that each is far from its time limit. */
const ROWS_AT_ONCE = 10_000;
/** Read again although it was done: a row may not have been committed yet when its time was passed. */
const OVERLAP_MS = DAY_MS;
/** After so many rewritten rows, or this part of a partition, the next ones may take the room of their old versions. */
const VACUUM_AFTER = { rows: 20_000, part: 0.05 };
/** A table that others use is left until the next day. */
const LOCK_NOT_AVAILABLE = "55P03";

type Options = { rowsAtOnce?: number; stopping?: AbortSignal };

type Work = {
	client: pg.ClientBase;
	partition: ViewPartition;
	limits: AgeLimits;
	rowsAtOnce: number;
	stopping: AbortSignal | undefined;
	/** Moves on with the work, here and in the database. */
	mark: RetentionMark;
};

/**
 * Deletes what identifies a person (P23): the truncated address, the visitor's number and the country after 90 days, the user agent after
 * 13 months. The view itself stays counted. A partition's rows are read in the order of their ids, which is the order of
 * time, from where the last run ended (P410): what is done is never read again.
 * @param client has no time limit for statements, and a short one for locks
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

/** `$3`: the limit of addresses, `$4`: that of agents. Where both are due, a row is rewritten once. */
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

/** Gives the room of what a month has lost back to the disk: once, when nothing more will go. */
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

/** Whether nothing of a partition is left to do: what comes of its month later is stored without it (`withoutExpired`). */
function isDone({ end }: ViewPartition, before: Date): boolean {
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
