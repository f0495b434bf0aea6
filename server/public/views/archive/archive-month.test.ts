import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { insertViews } from "../insert-views.ts";
import { newViewId } from "../view-id.ts";
import { boundsOf } from "../view-months.ts";
import { makePartitions } from "../view-partitions.ts";
import { forgetOldVisitors } from "../view-retention.ts";
import { archiveMonth } from "./archive-month.ts";
import { restoreMonth } from "./archive-restore.ts";
import { type ArchiveStore, openArchiveStore } from "./archive-store.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const MONTH = "2026-03";
const { name: TABLE, start: START } = boundsOf(MONTH);

let pool: pg.Pool;
let client: pg.PoolClient;
let dataDir: string;
let store: ArchiveStore;
beforeEach(async () => {
	const opened = await openTestPool();
	({ pool } = opened);
	client = await pool.connect();
	await client.query("SET lock_timeout = '400ms'");
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-archive-"));
	store = await openArchiveStore({ dataDir, s3: null });
	await makePartitions(pool, START);
	await insertViews(
		pool,
		[1, 2, 3, 40].map((hours) => viewAt(hours)),
	);
	return async () => {
		client.release();
		await opened.close();
		await rm(dataDir, { recursive: true });
	};
});

/** A view without what is forgotten by then. */
function viewAt(hours: number) {
	const at = START.getTime() + hours * 3_600_000;
	return countedView({ id: newViewId(at), at, ip: null });
}
const archive = (faulty: Partial<ArchiveStore> = {}) =>
	archiveMonth({ client, store: { ...store, ...faulty }, now: NOW }, { ...boundsOf(MONTH), month: MONTH });
const aggregate = () => aggregateViews({ pool, now: () => NOW });
const inDatabase = async () => (await pool.query("SELECT count(*)::int AS n FROM views")).rows[0].n;
/** Does this once, when a month's files are written. */
const meanwhile = (work: () => Promise<unknown>): Partial<ArchiveStore> => ({
	async put(file, bytes) {
		await store.put(file, bytes);
		if (file.endsWith("manifest.json")) await work();
	},
});

test("P693: rows stay until they are aggregated, and where a file reads back otherwise or a row came or went", async () => {
	expect(await archive()).toBeNull();
	await aggregate();

	let isOther = false;
	const read = async (file: string) => {
		const bytes = await store.read(file);
		if (isOther) bytes?.set([255], 40);
		isOther = true;
		return bytes;
	};
	await expect(archive({ read })).rejects.toThrow("isn't the file that its manifest lists");
	await expect(archive({ read: async () => null })).rejects.toThrow("The archive lacks month=2026-03/day=2026-03-01");
	await client.query("ROLLBACK");
	const deleteOne = () => pool.query(`DELETE FROM ${TABLE} WHERE id = (SELECT min(id::text) FROM ${TABLE})::uuid`);
	const replaceOne = async () => [await insertViews(pool, [viewAt(4)]), await deleteOne()];
	expect(await archive(meanwhile(replaceOne))).toBeNull();
	await aggregate();
	expect(await archive(meanwhile(deleteOne))).toBeNull();
	expect(await inDatabase()).toBe(3);

	expect(await archive()).toMatchObject({ rows: 3, files: [{ rows: 2 }, { rows: 1 }] });
	expect(await inDatabase()).toBe(0);
});

test("P410: a month that came back isn't rewritten, and one that is done only once", async () => {
	await aggregate();
	await archive();
	await restoreMonth(client, store, MONTH);
	await insertViews(pool, [viewAt(24 * 40)]);
	await pool.query("UPDATE views SET ip = '203.0.113.0' WHERE timestamp > $1", [
		new Date(START.getTime() + 35 * DAY_MS),
	]);
	const filesOf = async () => {
		const { rows } = await pool.query(
			`SELECT pg_relation_filenode('${TABLE}') AS back, pg_relation_filenode('views_2026_04') AS next`,
		);
		return rows[0];
	};
	const before = await filesOf();
	await forgetOldVisitors(client, NOW);
	expect(await filesOf()).toEqual(before);
	const late = new Date("2027-07-01T00:00:00Z");
	await forgetOldVisitors(client, late);
	const after = await filesOf();
	expect(after).toEqual({ back: before.back, next: expect.not.toSatisfy((file) => file === before.next) });
	await forgetOldVisitors(client, new Date(late.getTime() + 400 * DAY_MS));
	expect(await filesOf()).toEqual(after);
});
