import type pg from "pg";
import { retryOnLockTimeout } from "#server/platform/db/give-way.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { newViewId } from "../view-id.ts";
import { boundsOf, listPartitions } from "../view-months.ts";
import { TX_INDEX } from "../view-partitions.ts";
import { NO_MARK, writeMark } from "../view-retention-marks.ts";
import { type ArchivedRow, decodeGroups } from "./archive-file.ts";
import { pathOf, readArchived, readManifest } from "./archive-manifest.ts";
import type { ArchiveStore } from "./archive-store.ts";

/**
 * Brings a month back into the database (P696), with new ids, then removes its files. Interrupted, it begins again.
 * @param client without a statement timeout, and with a short lock timeout
 * @returns how many views
 * @throws CommandError when it isn't archived
 */
export async function restoreMonth(client: pg.ClientBase, store: ArchiveStore, month: string): Promise<number> {
	const { rows: archived } = await client.query("SELECT FROM view_archives WHERE month = $1 AND restored_at IS NULL", [
		month,
	]);
	const { name, start, end } = boundsOf(month);
	if (archived.length === 0) throw new CommandError(`${month} isn't archived: nothing is to be brought back.`);
	if ((await listPartitions(client)).some((partition) => partition.name === name)) {
		throw new CommandError(`The database has a partition ${name}, although ${month} is archived.`);
	}
	const manifest = await readManifest(store, month);
	const range = `timestamp >= '${start.toISOString()}' AND timestamp < '${end.toISOString()}'`;
	await client.query(`DROP TABLE IF EXISTS ${name}`);
	// All that needs the table alone comes first; autovacuum of so many new rows would be in the way of attaching.
	await client.query(
		`CREATE TABLE ${name} (LIKE views INCLUDING ALL, CONSTRAINT of_month CHECK (${range})) WITH (autovacuum_enabled = false)`,
	);
	await client.query(`CREATE INDEX ${name}_tx ON ${name} ${TX_INDEX}`);
	for (const file of manifest.files) {
		for await (const { rows } of decodeGroups(await readArchived(store, month, file))) await insert(client, name, rows);
	}
	await requireRows(client, name, manifest.rows);
	await retryOnLockTimeout(() => attach(client, { name, month, range, start, end }));
	for (const { file } of manifest.files) await store.remove(pathOf(month, file));
	await store.remove(pathOf(month, "manifest.json"));
	return manifest.rows;
}

/** `tx` 0 is before every mark: these rows are aggregated. */
async function insert(client: pg.ClientBase, name: string, rows: ArchivedRow[]): Promise<void> {
	const column = (at: number) => rows.map((row) => row[at]);
	await client.query(
		`INSERT INTO ${name}
			(id, user_id, link_id, timestamp, is_bot, kind, attribution, client_width, client_height, tx)
		SELECT id, user_id, link_id, to_timestamp(at / 1000.0), is_bot, kind, attribution, client_width, client_height, 0
		FROM unnest($1::uuid[], $2::text[], $3::int[], $4::float8[], $5::bool[], $6::text[], $7::text[], $8::int[], $9::int[])
			AS row (id, user_id, link_id, at, is_bot, kind, attribution, client_width, client_height)`,
		[rows.map(([, , at]) => newViewId(at)), ...(rows[0]?.map((_, at) => column(at)) ?? [])],
	);
}

async function requireRows(client: pg.ClientBase, name: string, rows: number): Promise<void> {
	const { rows: counted } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
	if (Number(counted[0]?.n) !== rows) throw new Error(`${name} has ${counted[0]?.n} rows instead of ${rows}`);
}

type Restored = { name: string; month: string; range: string; start: Date; end: Date };

/** With the month's late views, which were in the default partition. The month is marked as finished (P410). */
async function attach(client: pg.ClientBase, { name, month, range, start, end }: Restored): Promise<void> {
	await client.query("BEGIN");
	try {
		await client.query("LOCK TABLE views IN SHARE ROW EXCLUSIVE MODE");
		await client.query(
			`WITH late AS (DELETE FROM views_default WHERE ${range} RETURNING *) INSERT INTO ${name} SELECT * FROM late`,
		);
		await client.query(
			`ALTER TABLE views ATTACH PARTITION ${name} FOR VALUES FROM ('${start.toISOString()}') TO ('${end.toISOString()}')`,
		);
		await client.query(`ALTER TABLE ${name} DROP CONSTRAINT of_month, RESET (autovacuum_enabled)`);
		await client.query("UPDATE view_archives SET restored_at = now() WHERE month = $1", [month]);
		// Only late views may have agents: they are forgotten in place.
		await writeMark(client, name, { ...NO_MARK, noAddressBefore: new Date(end.getTime() + DAY_MS), isCompact: true });
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK");
		throw error;
	}
}
