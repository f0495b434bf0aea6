import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { DatabaseClient } from "#server/platform/db/database-client.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { monthsBefore } from "../view-age.ts";
import { boundsOf, listPartitions } from "../view-months.ts";
import { isDone } from "../view-retention.ts";
import { readMarks } from "../view-retention-marks.ts";
import { CLOCK_SKEW_MS } from "../view-walk.ts";
import { type Erased, eraseFromMonth } from "./archive-erasure.ts";
import { monthOfPath } from "./archive-manifest.ts";
import { archiveMonth, type FinishedMonth } from "./archive-month.ts";
import { type ArchiveReader, createArchiveReader, type ReadAnswer, type ReadOrder } from "./archive-reading.ts";
import { restoreMonth } from "./archive-restore.ts";
import { type ArchivePlace, type ArchiveStore, openArchiveStore, UNFINISHED } from "./archive-store.ts";

/** Unique among our advisory locks. */
const ARCHIVE_LOCK = 7_214_011;
/** How long the database may take to connect, in milliseconds. */
const CONNECT_MS = 10_000;
/** Between tries while another process changes archives, in milliseconds. */
const BUSY_MS = 1_000;
/** A short lock timeout, because others queue behind it. */
const SETTINGS = "SET statement_timeout = 0; SET lock_timeout = '400ms'; SET TimeZone = 'UTC'";

/** `afterMonths`: 0 archives nothing. `retentionMonths`: 0 keeps archives forever. */
export type ArchiveOptions = ArchivePlace & {
	databaseUrl: string;
	afterMonths: number;
	retentionMonths: number;
	rowsPerFile?: number;
};

export type ArchiveRun = { archived: string[]; forgotten: string[] };

/** Months of views as Parquet files (docs/archive.md). One process at a time changes them. */
export type ViewArchive = {
	/**
	 * Removes files that are past retention or were left by a crash, then archives finished months.
	 * @returns null: another process changes archives
	 */
	run(now: Date, stopping?: AbortSignal): Promise<ArchiveRun | null>;
	/** Waits while another process changes archives; a stop ends it early. */
	erase(erased: Erased, stopping: AbortSignal): Promise<void>;
	read(order: ReadOrder): Promise<ReadAnswer>;
	/** @throws CommandError when the month isn't archived, or another process changes archives */
	restore(month: string): Promise<number>;
};

/** In this thread, which encoding and decoding a group of rows blocks for some 60 ms. */
export function createArchive({ databaseUrl, dataDir, s3, ...options }: ArchiveOptions): ViewArchive {
	let opening: Promise<ArchiveStore> | undefined;
	const openStore = () => {
		opening ??= openArchiveStore({ dataDir, s3 });
		return opening;
	};
	let reader: ArchiveReader | undefined;

	/** @returns null: another process changes archives; with `stopping`, it waits until that is aborted */
	async function alone<T>(work: (client: pg.Client) => Promise<T>, stopping?: AbortSignal): Promise<T | null> {
		const client = new DatabaseClient({
			connectionString: databaseUrl,
			connectionTimeoutMillis: CONNECT_MS,
			keepAlive: true,
		});
		// A connection that breaks fails its query.
		client.on("error", () => {});
		await client.connect();
		try {
			await client.query(SETTINGS);
			// Waiting for the lock itself would hold back vacuum.
			while (!(await isOurs(client))) {
				if (stopping === undefined || stopping.aborted) return null;
				await delay(BUSY_MS, undefined, { signal: stopping }).catch(() => {});
			}
			return await work(client);
		} finally {
			await client.end();
		}
	}

	async function forget(client: pg.Client, now: Date): Promise<string[]> {
		const store = await openStore();
		const { retentionMonths } = options;
		const oldest = retentionMonths === 0 ? new Date(0) : monthsBefore(now, retentionMonths);
		const isPast = (month: string) => boundsOf(month).end <= oldest;
		const known = await client.query<{ month: string; isArchived: boolean }>(
			`SELECT month, restored_at IS NULL AS "isArchived" FROM view_archives ORDER BY month`,
		);
		const past = known.rows.filter(({ month }) => isPast(month)).map(({ month }) => month);
		await client.query("DELETE FROM view_archives WHERE month = ANY($1)", [past]);
		const archived = new Set(known.rows.filter(({ isArchived }) => isArchived).map(({ month }) => month));
		const attached = new Set((await listPartitions(client)).map(({ name }) => name));
		for (const file of await store.list()) {
			const month = monthOfPath(file);
			if (month === null) continue;
			// A month in neither place may be another database's: its files stay.
			const isInDatabase = attached.has(boundsOf(month).name) && !archived.has(month);
			if (isPast(month) || isInDatabase || file.endsWith(UNFINISHED)) await store.remove(file);
		}
		return past;
	}

	return {
		async run(now, stopping) {
			const { afterMonths, rowsPerFile } = options;
			return alone(async (client) => {
				const forgotten = await forget(client, now);
				const archived: string[] = [];
				const store = await openStore();
				const limits = { ...(rowsPerFile && { rowsPerFile }), stopping };
				for (const finished of afterMonths === 0 ? [] : await finishedMonths(client, monthsBefore(now, afterMonths))) {
					if (stopping?.aborted) break;
					if (await archiveMonth({ client, store, now, ...limits }, finished)) archived.push(finished.month);
				}
				return { archived, forgotten };
			});
		},
		async erase(erased, stopping) {
			await alone(async (client) => {
				const { rows } = await client.query<{ month: string }>(
					"SELECT month FROM view_archives WHERE restored_at IS NULL AND month >= $1 ORDER BY month",
					[new Date(erased.since.getTime() - CLOCK_SKEW_MS).toISOString().slice(0, 7)],
				);
				for (const { month } of rows) {
					const manifest = await eraseFromMonth(await openStore(), { month, erased, stopping });
					await client.query(RECOUNT, [month, manifest.rows, bytesOf(manifest.files)]);
				}
			}, stopping);
		},
		async read(order) {
			reader ??= createArchiveReader(await openStore());
			return reader(order);
		},
		async restore(month) {
			const rows = await alone(async (client) => restoreMonth(client, await openStore(), month));
			if (rows === null) throw new CommandError("Archived views are being changed: try again in a few minutes.");
			return rows;
		},
	};
}

async function isOurs(client: pg.ClientBase): Promise<boolean> {
	const { rows } = await client.query(`SELECT pg_try_advisory_lock(${ARCHIVE_LOCK}) AS "isOurs"`);
	return rows[0]?.isOurs === true;
}

const RECOUNT = "UPDATE view_archives SET rows = $2, bytes = $3 WHERE month = $1";

function bytesOf(files: { bytes: number }[]): number {
	return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Months that ended before, whose addresses are forgotten (P23), and which weren't brought back. */
async function finishedMonths(client: pg.ClientBase, before: Date): Promise<FinishedMonth[]> {
	const partitions = await listPartitions(client);
	const marks = await readMarks(client, partitions);
	const { rows } = await client.query<{ month: string }>("SELECT month FROM view_archives");
	const known = new Set(rows.map(({ month }) => month));
	return partitions.flatMap((partition) => {
		const { name, start, end } = partition;
		const mark = marks.get(name);
		const month = start?.toISOString().slice(0, 7) ?? "";
		if (!start || !end || end > before || known.has(month) || !mark || !isDone(partition, mark.noAddressBefore))
			return [];
		return [{ name, month, start, end }];
	});
}
