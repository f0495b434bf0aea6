import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { IS_LONG, rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { until } from "#server/testing/app/until.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { ownEnvironment, runCommand } from "#server/testing/machine/run-command.ts";
import { startS3Storage } from "#server/testing/machine/s3-storage.ts";
import { boundsOf } from "../view-months.ts";
import { makePartitions } from "../view-partitions.ts";
import { createArchive } from "./archive.ts";
import { ownerByte } from "./owner-byte.ts";

const ROWS = rounds({ long: 10_000_000, short: 20_000 });
const MONTHS_AGO = 8;
const MONTH = monthBefore(new Date(), MONTHS_AGO);
const { name: TABLE, start: START, end: END } = boundsOf(MONTH);
const OWNERS = 40;
/** For the whole story, and for one step of it: a machine with much else to do may archive slowly. */
const STORY_MS = IS_LONG ? TORTURE_TIMEOUT_MS : 600_000;
const LIMIT_MS = STORY_MS / 3;

let pool: pg.Pool;
let url: string;
let dataDir: string;
beforeEach(async () => {
	const opened = await openTestPool();
	({ pool, url } = opened);
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-archive-"));
	return opened.close;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function monthBefore(now: Date, months: number): string {
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

const folder = () => path.join(dataDir, "views-archive", `month=${MONTH}`);
const countOf = async (from: string) => Number((await pool.query(`SELECT count(*) AS n FROM ${from}`)).rows[0].n);
async function countFiles(): Promise<number> {
	const names = await readdir(folder(), { recursive: true }).catch(() => []);
	return names.filter((name) => name.endsWith(".parquet")).length;
}
const archivedRows = async () =>
	(await pool.query("SELECT rows FROM view_archives WHERE month = $1 AND restored_at IS NULL", [MONTH])).rows[0]?.rows;
const isArchived = async (rows: number) => Number(await archivedRows()) === rows;

/** Views as they are once aggregated and without addresses; and a copy to compare with, `truth`. */
async function fill(): Promise<void> {
	await makePartitions(pool, START);
	await pool.query("UPDATE fold_state SET is_backfilled = true");
	await pool.query(
		`INSERT INTO views (id, timestamp, user_id, link_id, is_bot, kind, attribution, client_width, client_height, tx)
		SELECT (lpad(to_hex(at), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
			to_timestamp(at / 1000.0), 'owner-' || n % $2, n % $2 * 100 + n % 17, n % 5 = 0, nullif('kind-' || n % 3, 'kind-2'),
			(ARRAY['', 'newsletter', 'a "quoted", one', 'żółć', E'two\\nlines', 'x.com'])[1 + n % 6], n % 4 * 390, n % 3 * 844, 0
		FROM generate_series(1, $1::int) AS n,
			LATERAL (SELECT $3::bigint + (n * 7919::bigint * 100003) % $4::bigint AS at) AS of`,
		[ROWS, OWNERS, START.getTime(), END.getTime() - START.getTime()],
	);
	await pool.query(`CREATE TABLE truth AS SELECT ${COLUMNS} FROM ${TABLE}`);
}

const COLUMNS = "user_id, link_id, timestamp, is_bot, kind, attribution, client_width, client_height";
const differInDatabase = () =>
	countOf(`((TABLE truth EXCEPT ALL SELECT ${COLUMNS} FROM ${TABLE})
		UNION ALL (SELECT ${COLUMNS} FROM ${TABLE} EXCEPT ALL TABLE truth)) AS different`);

/** How many rows DuckDB reads, and how many of them aren't the truth's, row by row. */
async function compareInDuckDb(): Promise<{ rows: number; differ: number }> {
	const duck = await (await DuckDBInstance.create()).connect();
	const client = await pool.connect();
	const order = (
		collation: string,
	) => `ORDER BY user_id ${collation}, link_id, time, is_bot, kind ${collation} NULLS LAST,
		attribution ${collation}, client_width, client_height`;
	const others = "is_bot, kind, attribution, client_width, client_height";
	await client.query("BEGIN");
	await client.query(`DECLARE wanted CURSOR FOR
		SELECT user_id, link_id, (extract(epoch FROM timestamp) * 1000)::bigint AS time, ${others} FROM truth ${order('COLLATE "C"')}`);
	const read = await duck.stream(`SELECT user_id, link_id, epoch_ms(viewed_at) AS time, ${others}
		FROM read_parquet('${folder()}/*/*.parquet') ${order("")}`);
	let [rows, differ] = [0, 0];
	for (let chunk = await read.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await read.fetchChunk()) {
		const fetch = { text: `FETCH ${chunk.rowCount} FROM wanted`, rowMode: "array" as const };
		const wanted = (await client.query<unknown[]>(fetch)).rows;
		chunk.getRows().forEach((row, n) => {
			if (row.map(String).join("\t") !== wanted[n]?.map(String).join("\t")) differ += 1;
		});
		rows += chunk.rowCount;
	}
	differ += (await client.query("FETCH 1 FROM wanted")).rows.length;
	await client.query("COMMIT");
	client.release();
	duck.closeSync();
	return { rows, differ };
}

async function erase(owner: string): Promise<number> {
	await pool.query(
		`INSERT INTO erased_links (link_id, created_at, erased_at, owner_byte)
		SELECT DISTINCT link_id, $2::timestamptz, now(), $3::int FROM truth WHERE user_id = $1`,
		[owner, START, ownerByte(owner)],
	);
	return ROWS - (await countOf(`truth WHERE user_id = '${owner}'`));
}

/** Keeps a restored month from being attached until the returned function is called. */
async function holdAttaching(): Promise<() => Promise<void>> {
	const client = await pool.connect();
	await client.query("BEGIN");
	await client.query("LOCK TABLE views IN ROW EXCLUSIVE MODE");
	return async () => {
		await client.query("COMMIT");
		client.release();
	};
}

test(
	"P693 to P696: after kills at any time DuckDB reads each row as it was, an owner is erased, and the month comes back",
	async () => {
		await fill();
		const place = { DATABASE_URL: url, DATA_DIR: dataDir, VIEWS_ARCHIVE_AFTER_MONTHS: "4", VIEW_RETENTION_MONTHS: "0" };
		const env = { ...place, PORT: String(await freePort()), LOG_LEVEL: "fatal", NODE_ENV: "development" };
		const service = await startKillableService(env);
		for (const files of [1, 12, 24]) {
			await until(async () => (await countFiles()) >= files, LIMIT_MS);
			await service.kill();
		}
		await until(() => isArchived(ROWS), LIMIT_MS);
		expect(await countOf("views")).toBe(0);
		expect(await compareInDuckDb()).toEqual({ rows: ROWS, differ: 0 });
		const { rows: sizes } = await pool.query("SELECT bytes FROM view_archives WHERE month = $1", [MONTH]);
		say(`${ROWS} views: ${(Number(sizes[0].bytes) / 1e6).toFixed(1)} MB`);

		const left = await erase("owner-7");
		await service.kill();
		await until(async () => (await rowsInManifest()) < ROWS, LIMIT_MS);
		await service.kill();
		await until(() => isArchived(left), LIMIT_MS);
		await pool.query("DELETE FROM truth WHERE user_id = 'owner-7'");
		expect(await compareInDuckDb()).toEqual({ rows: left, differ: 0 });
		await service.stop();

		const archive = createArchive({ databaseUrl: url, dataDir, s3: null, afterMonths: 4, retentionMonths: 0 });
		const end = await holdAttaching();
		const interrupted = archive.restore(MONTH).catch(() => "interrupted");
		await until(async () => (await pool.query("SELECT to_regclass($1) AS t", [TABLE])).rows[0].t !== null);
		await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database AS d ON d.oid = database
			WHERE locktype = 'advisory' AND objid = 7214011 AND datname = current_database()`);
		expect(await interrupted).toBe("interrupted");
		await end();
		const restore = (...args: string[]) =>
			runCommand("operator", ["views-restore", MONTH, ...args], { env: ownEnvironment(place) });
		expect(await restore()).toMatchObject({ code: 0, stderr: "" });
		expect(await differInDatabase()).toBe(0);
		expect(await countFiles()).toBe(0);
		expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining("isn't archived") });
		expect(await restore("--done")).toMatchObject({ code: 0 });

		// The same on S3, where the months without views aren't.
		await pool.query("DELETE FROM view_archives");
		const storage = await startS3Storage("archive");
		const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
		const s3 = { bucket: "archive", region: "us-east-1", endpoint: storage.endpoint, credentials };
		const onS3 = createArchive({
			databaseUrl: url,
			dataDir,
			s3,
			afterMonths: 4,
			retentionMonths: 0,
			rowsPerFile: ROWS / 40,
		});
		const before = process.cpuUsage();
		// With months without views that the killed service left.
		expect((await onS3.run(new Date()))?.archived).toContain(MONTH);
		const { user, system } = process.cpuUsage(before);
		say(`CPU seconds a million, with the storage's: ${((user + system) / ROWS).toFixed(1)}`);
		expect(await countOf("views")).toBe(0);
		await erase("owner-3");
		const erased = (await pool.query("SELECT link_id FROM erased_links")).rows.map(({ link_id }) => link_id as number);
		await onS3.erase(
			{ since: START, linkIds: new Set(erased), ownerBytes: new Set([ownerByte("owner-3")]) },
			new AbortController().signal,
		);
		await pool.query("DELETE FROM truth WHERE user_id = 'owner-3'");
		await onS3.restore(MONTH);
		expect(await differInDatabase()).toBe(0);
		await storage.close();
	},
	STORY_MS,
);

async function rowsInManifest(): Promise<number> {
	const duck = await (await DuckDBInstance.create()).connect();
	const read = await duck.runAndReadAll(`SELECT rows FROM read_json('${folder()}/manifest.json')`);
	duck.closeSync();
	return Number(read.getRows()[0]?.[0]);
}
