import type pg from "pg";
import { retryOnLockTimeout } from "#server/platform/db/give-way.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { isAggregated } from "../old-months.ts";
import { firstViewId } from "../view-id.ts";
import { ARCHIVED_COLUMNS, type ArchivedRow, createFileEncoder, digestOf, ROWS_PER_GROUP } from "./archive-file.ts";
import {
	type ArchivedFile,
	type ArchiveManifest,
	fileOf,
	pathOf,
	readArchived,
	writeManifest,
} from "./archive-manifest.ts";
import { type ArchiveStore, sha256Of } from "./archive-store.ts";
import { OWNER_BYTE } from "./owner-byte.ts";

/** A file of a day; more rows are divided among buckets of owners. */
export const ROWS_PER_FILE = 250_000;
const MOST_BUCKETS = 256;
/** How far an id's time may be from its row's. */
const ID_MARGIN_MS = 3_600_000;

/** A finished month: its partition and bounds. */
export type FinishedMonth = { name: string; month: string; start: Date; end: Date };

type Options = {
	/** Without a statement timeout, and with a short lock timeout. */
	client: pg.ClientBase;
	store: ArchiveStore;
	now: Date;
	rowsPerFile?: number;
	stopping?: AbortSignal | undefined;
};

/**
 * Writes a month to files, reads each back, and only then drops its partition (P693). Interrupted at any point, it
 * begins again, with the same result.
 * @returns null: the month isn't aggregated yet, has changed meanwhile, or `stopping` was aborted
 */
export async function archiveMonth(options: Options, finished: FinishedMonth): Promise<ArchiveManifest | null> {
	const { client, store, now, rowsPerFile = ROWS_PER_FILE, stopping } = options;
	const { name, month, start, end } = finished;
	const { rows: marks } = await client.query<{ nextTx: string }>(`SELECT next_tx AS "nextTx" FROM fold_state`);
	if (!marks[0] || !(await isAggregated(client, name))) return null;
	const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
	const buckets = bucketsFor((Number(rows[0]?.n) / (end.getTime() - start.getTime())) * DAY_MS, rowsPerFile);
	const files: ArchivedFile[] = [];
	for (let day = start; day < end; day = new Date(day.getTime() + DAY_MS)) {
		for await (const file of writeDay(options, { ...finished, day, buckets })) files.push(file);
		if (stopping?.aborted) return null;
	}
	const manifest = await writeManifest(store, { month, madeAt: now.toISOString(), buckets, files });
	const unchanged = { name, nextTx: marks[0].nextTx, manifest };
	return (await retryOnLockTimeout(() => dropUnchanged(client, unchanged), stopping)) ? manifest : null;
}

function bucketsFor(rowsPerDay: number, rowsPerFile: number): number {
	let buckets = 1;
	while (buckets < MOST_BUCKETS && rowsPerDay / buckets > rowsPerFile) buckets *= 2;
	return buckets;
}

type Day = FinishedMonth & { day: Date; buckets: number };
type ReadRow = [...row: ArchivedRow, bucket: number];
const BUCKET_AT = 8;

/** A transaction of its own, so that a large month doesn't hold back vacuum. */
async function* writeDay({ client, store, stopping }: Options, { name, month, day, buckets }: Day) {
	const next = day.getTime() + DAY_MS;
	const [from, to] = [day.getTime() - ID_MARGIN_MS, next + ID_MARGIN_MS].map(firstViewId);
	await client.query("BEGIN");
	await client.query(`DECLARE archived NO SCROLL CURSOR FOR
		SELECT ${ARCHIVED_COLUMNS}, ${OWNER_BYTE} & ${buckets - 1} FROM ${name}
		WHERE id >= '${from}' AND id < '${to}'
			AND timestamp >= '${day.toISOString()}' AND timestamp < '${new Date(next).toISOString()}'
		ORDER BY 9, user_id COLLATE "C", link_id, timestamp, id`);
	let bucket = -1;
	let encoder = createFileEncoder();
	const written = () => writeFile(store, { month, file: fileOf(day, bucket) }, encoder);
	for (let isMore = true; isMore && !stopping?.aborted; ) {
		const fetch = { text: `FETCH ${ROWS_PER_GROUP} FROM archived`, rowMode: "array" as const };
		const { rows } = await client.query<ReadRow>(fetch);
		for (const row of rows) {
			if (row[BUCKET_AT] !== bucket) {
				if (bucket >= 0) yield await written();
				bucket = row[BUCKET_AT];
				encoder = createFileEncoder();
			}
			encoder.add(row.slice(0, BUCKET_AT) as ArchivedRow);
		}
		isMore = rows.length > 0;
	}
	await client.query("COMMIT");
	if (bucket >= 0 && !stopping?.aborted) yield await written();
}

/**
 * Stores a file, reads it back, and compares it row by row with what was encoded.
 * @throws Error when they differ
 */
export async function writeFile(
	store: ArchiveStore,
	{ month, file }: { month: string; file: string },
	encoder: ReturnType<typeof createFileEncoder>,
): Promise<ArchivedFile> {
	const { bytes, rows, digest } = encoder.finish();
	const written: ArchivedFile = { file, rows, bytes: bytes.byteLength, sha256: sha256Of(bytes) };
	await store.put(pathOf(month, file), bytes);
	const read = await digestOf(await readArchived(store, month, written));
	if (read.rows !== rows || read.digest !== digest) throw new Error(`${pathOf(month, file)} can't be read back`);
	return written;
}

type Unchanged = { name: string; nextTx: string; manifest: ArchiveManifest };

/** Blocks writes to this partition while it counts, and the whole table for milliseconds. */
async function dropUnchanged(client: pg.ClientBase, { name, nextTx, manifest }: Unchanged): Promise<boolean> {
	const { month, rows } = manifest;
	const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
	await client.query("BEGIN");
	try {
		await client.query(`LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`);
		const isSame = await isUnchanged(client, { name, nextTx, rows });
		if (isSame) {
			await client.query(`ALTER TABLE views DETACH PARTITION ${name}`);
			await client.query(`DROP TABLE ${name}`);
			await client.query("INSERT INTO view_archives (month, rows, bytes) VALUES ($1, $2, $3)", [month, rows, bytes]);
		}
		await client.query(isSame ? "COMMIT" : "ROLLBACK");
		return isSame;
	} catch (error) {
		await client.query("ROLLBACK");
		throw error;
	}
}

/** Whether no row has come since `nextTx`, and none has gone; what is archived of a row never changes. */
async function isUnchanged(
	client: pg.ClientBase,
	{ name, nextTx, rows }: { name: string; nextTx: string; rows: number },
): Promise<boolean> {
	const { rows: counted } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
	if (Number(counted[0]?.n) !== rows) return false;
	// New rows are found by the small index.
	await client.query("SET LOCAL enable_seqscan = off");
	const { rows: found } = await client.query<{ isNew: boolean }>(
		`SELECT EXISTS (SELECT FROM ${name} WHERE tx >= $1) AS "isNew"`,
		[nextTx],
	);
	return found[0]?.isNew === false;
}
