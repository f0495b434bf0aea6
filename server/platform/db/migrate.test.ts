import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { until } from "#server/testing/app/until.ts";
import { ROOT } from "#server/testing/machine/root.ts";
import { migrateDatabase } from "./migrate.ts";

/** Later than all that the template has seen. */
const LATER = 9_000_000_000_000;

let database: TestDatabase;
let folder: string;
let holder: pg.Client;
let visitor: pg.Client;
beforeEach(async () => {
	database = await createTestDatabase();
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-migrations-"));
	[holder, visitor] = [database, database].map(({ url }) => new pg.Client({ connectionString: url })) as [
		pg.Client,
		pg.Client,
	];
	await Promise.all([holder.connect(), visitor.connect()]);
	await visitor.query("SET statement_timeout = '20s'");
});
afterEach(async () => {
	await Promise.all([holder.end(), visitor.end()]);
	await database.drop();
	await rm(folder, { recursive: true, force: true });
});

/** Migrates to these, each of them its statements. */
async function migrateTo(...migrations: string[][]): Promise<void> {
	await mkdir(path.join(folder, "meta"));
	const entries = migrations.map((_, idx) => ({
		idx,
		version: "7",
		when: LATER + idx,
		tag: `${idx}`,
		breakpoints: true,
	}));
	await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ dialect: "postgresql", entries }));
	for (const [idx, statements] of migrations.entries())
		await writeFile(path.join(folder, `${idx}.sql`), statements.join("\n--> statement-breakpoint\n"));
	await migrateDatabase({ url: database.url, folder });
}

/** Whether a program waits for a lock of this table that nobody else may share. */
async function isWaitedFor(table: string): Promise<boolean> {
	const { rows } = await visitor.query(
		"SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND mode = 'AccessExclusiveLock' AND NOT granted",
		[table],
	);
	return rows.length > 0;
}

const columns = async (table: string) =>
	(
		await visitor.query("SELECT 1 FROM information_schema.columns WHERE table_name = $1 AND column_name = 'later'", [
			table,
		])
	).rows.length;

it("lets others go first while somebody holds a table that it wants, and keeps what is done", async () => {
	await holder.query("BEGIN; SELECT 1 FROM links");
	const migrated = migrateTo(["ALTER TABLE users ADD COLUMN later int"], ["ALTER TABLE links ADD COLUMN later int"]);
	await until(() => isWaitedFor("links"));
	// It would wait for as long as the holder does if the migration did.
	await visitor.query("SELECT 1 FROM links");
	expect([await columns("users"), await columns("links")]).toEqual([1, 0]);
	await holder.query("COMMIT");
	await migrated;
	expect(await columns("links")).toBe(1);
});

it("gives way to a request that waits for it while it waits for that request", async () => {
	await holder.query("BEGIN; SELECT 1 FROM users");
	const migrated = migrateTo(["ALTER TABLE links ADD COLUMN later int", "ALTER TABLE users ADD COLUMN later int"]);
	await until(() => isWaitedFor("users"));
	await holder.query("SELECT 1 FROM links");
	await holder.query("COMMIT");
	await migrated;
	expect([await columns("users"), await columns("links")]).toEqual([1, 1]);
});

it("tells of an error in a migration as it is, and keeps nothing of that one", async () => {
	const failed = migrateTo(["ALTER TABLE links ADD COLUMN later int", "SELECT no_such_thing()"]);
	await expect(failed).rejects.toMatchObject({ code: "42883" });
	expect(await columns("links")).toBe(0);
});

/** Lists of the whole service, which belong to no owner. */
const SHARED = [
	"disabled_hosts",
	"fold_state",
	"health_rounds",
	"pictures",
	"sessions",
	"stripe_events",
	"target_health",
	"target_hosts",
	"view_archives",
	"view_retention",
	"visitor_salts",
];
/** With the owner's id, or that of something owned, in no key: `views` for its size, the others have few rows. */
const IN_NO_KEY = [
	"api_keys",
	"checkout_attempts",
	"kept_identities",
	"originals",
	"payments",
	"stripe_customers",
	"subscriptions",
	"user_names",
	"views",
	"webhook_deliveries",
	"webhooks",
	"withdrawals",
];

it("P680: finds the rows of each table by the owner's id in a key, as docs/sharding.md says, but for these", async () => {
	const page = await readFile(path.join(ROOT, "docs/sharding.md"), "utf8");
	await visitor.query(
		"CREATE TABLE z_later (id int PRIMARY KEY); CREATE TABLE z_views (id int PRIMARY KEY, link_id int)",
	);
	const { rows } = await visitor.query<{ table: string; found_by: string }>(/```sql\n([^`]+)```/.exec(page)?.[1] ?? "");
	const tablesOf = (found: RegExp) => rows.filter(({ found_by }) => found.test(found_by)).map(({ table }) => table);
	expect(tablesOf(/^shared$/)).toEqual([...SHARED, "z_later"]);
	expect(tablesOf(/, no key$/).toSorted()).toEqual([...IN_NO_KEY, "z_views"]);
	expect(tablesOf(/^through links, key$/)).toEqual(expect.arrayContaining(["link_days", "link_visitors"]));
});
