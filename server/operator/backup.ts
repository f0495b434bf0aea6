import { access, constants, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { z } from "zod";
import { runPostgres } from "./postgres-program.ts";
import { CommandError } from "./run-command.ts";

/** What of the data folder is backed up; each may be missing. */
const SPOOL = "view-spool";
const KEPT = ["images", "originals", "session-secret", SPOOL];
/** Whoever restores owns what is restored. */
const AS_IT_IS = ["--no-owner", "--no-privileges", "--exit-on-error"];
const DUMP = "database.dump";
const MANIFEST = "manifest.json";
/** Its rows must be gone after 48 hours (P140), and a backup lives longer. */
const NEVER_KEPT = "public.visitor_salts";

const manifest = z.object({ madeAt: z.string(), counts: z.record(z.string(), z.number()) });
type Manifest = z.infer<typeof manifest>;

/** A place that is backed up, or restored to. */
type Place = { databaseUrl: string; dataDir: string };

/**
 * Writes a whole backup into a new folder: the database as `pg_dump -Fc` makes it, then the pictures with their originals, the session
 * secret and the waiting views. The database comes first, so that every picture that it names is there; but views wait
 * in the spool before they are in the database, so the spool is copied before and after it. What is in both is counted
 * once by the replay. The rows of each table are counted in the snapshot that is dumped.
 * @throws CommandError when the folder exists, or the database can't be dumped; nothing is left behind then
 */
export async function makeBackup({ databaseUrl, dataDir }: Place, folder: string): Promise<Manifest> {
	if (await exists(folder)) throw new CommandError(`${folder} exists already: a backup is made in a new folder.`);
	const fresh = `${folder}.new`;
	await rm(fresh, { recursive: true, force: true });
	await mkdir(fresh, { recursive: true, mode: 0o700 });
	try {
		const keep = (name: string) => copy(path.join(dataDir, name), path.join(fresh, name));
		await keep(SPOOL);
		const counts = await dump(databaseUrl, path.join(fresh, DUMP));
		for (const name of KEPT) await keep(name);
		const made = { madeAt: new Date().toISOString(), counts };
		await writeFile(path.join(fresh, MANIFEST), `${JSON.stringify(made, null, "\t")}\n`, { mode: 0o600 });
		await rename(fresh, folder);
		return made;
	} catch (error) {
		await rm(fresh, { recursive: true, force: true });
		throw error;
	}
}

/**
 * Puts a backup into an empty database and an empty data folder.
 * @throws CommandError when one of the two is not empty, or the rows are not those of the backup
 */
export async function restoreBackup({ databaseUrl, dataDir }: Place, folder: string): Promise<Manifest> {
	const made = await readManifest(folder);
	if (Object.keys(await countIn(databaseUrl)).length > 0) {
		throw new CommandError("The database is not empty: a backup is restored into an empty one.");
	}
	for (const name of KEPT) {
		if (await exists(path.join(dataDir, name)))
			throw new CommandError(`${path.join(dataDir, name)} exists: a backup is restored into an empty DATA_DIR.`);
	}
	// Before the database is filled, lest half a restore be left behind.
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	await access(dataDir, constants.W_OK);
	await runPostgres("pg_restore", databaseUrl, [...AS_IT_IS, path.join(folder, DUMP)]);
	compare(made.counts, await countIn(databaseUrl));
	for (const name of KEPT) {
		if (await exists(path.join(folder, name)))
			await cp(path.join(folder, name), path.join(dataDir, name), { recursive: true, preserveTimestamps: true });
	}
	return made;
}

/**
 * Proves a backup: restores it into a scratch database beside the configured one, compares every table's rows, looks
 * for each picture that a link has, and drops the scratch database again.
 * @throws CommandError with what is wrong
 */
export async function verifyBackup({ databaseUrl }: Place, folder: string): Promise<Manifest> {
	const made = await readManifest(folder);
	const name = `visualink_backup_check_${process.pid}`;
	const scratch = new URL(databaseUrl);
	scratch.pathname = `/${name}`;
	await ask(databaseUrl, `CREATE DATABASE ${name} TEMPLATE template0`).catch((error: Error) => {
		const role = decodeURIComponent(scratch.username);
		throw new CommandError(`${error.message} (to prove a backup: ALTER ROLE ${role} CREATEDB)`);
	});
	try {
		await runPostgres("pg_restore", scratch.href, [...AS_IT_IS, path.join(folder, DUMP)]);
		compare(made.counts, await countIn(scratch.href));
		if (await exists(path.join(folder, "images"))) await findPictures(scratch.href, folder);
	} finally {
		await ask(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
	}
	return made;
}

/** How many rows a backup holds. */
export function rowsIn(counts: Manifest["counts"]): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function findPictures(databaseUrl: string, folder: string): Promise<void> {
	const rows = await ask(
		databaseUrl,
		"SELECT DISTINCT image_url AS url FROM links WHERE image_url LIKE '/images/%' AND NOT deleted",
	);
	for (const { url } of rows) {
		if (!(await exists(path.join(folder, String(url)))))
			throw new CommandError(`The backup lacks the picture ${url}, which a link has.`);
	}
}

/** @returns the rows of each table in what was dumped */
async function dump(databaseUrl: string, file: string): Promise<Record<string, number>> {
	const client = await connect(databaseUrl);
	try {
		// One snapshot for both, while the service goes on writing.
		await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
		const { rows } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
		const counts = await counted(client);
		await runPostgres("pg_dump", databaseUrl, [
			"-Fc",
			`--exclude-table-data=${NEVER_KEPT}`,
			`--snapshot=${rows[0]?.id}`,
			"-f",
			file,
		]);
		return counts;
	} finally {
		await client.end();
	}
}

async function countIn(databaseUrl: string): Promise<Record<string, number>> {
	const client = await connect(databaseUrl);
	return counted(client).finally(() => client.end());
}

async function counted(client: pg.Client): Promise<Record<string, number>> {
	const { rows } = await client.query<{ name: string }>(
		"SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'drizzle') ORDER BY 1",
	);
	const counts: Record<string, number> = {};
	for (const { name } of rows.filter((table) => table.name !== NEVER_KEPT)) {
		const { rows: found } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
		counts[name] = Number(found[0]?.n);
	}
	return counts;
}

function compare(wanted: Record<string, number>, found: Record<string, number>): void {
	const wrong = Object.keys({ ...wanted, ...found }).filter((name) => wanted[name] !== found[name]);
	if (wrong.length === 0) return;
	const lines = wrong.map(
		(name) => `  ${name}: ${wanted[name] ?? "no table"} in the backup, ${found[name] ?? "none"} restored`,
	);
	throw new CommandError(["The restored rows are not those of the backup:", ...lines].join("\n"));
}

async function connect(databaseUrl: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
	await client.connect().catch((error: Error) => {
		throw new CommandError(`The database can't be reached: ${error.message}`);
	});
	return client;
}

async function ask(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
	const client = await connect(databaseUrl);
	try {
		return (await client.query(statement)).rows;
	} catch (error) {
		throw new CommandError(`The database refused: ${error instanceof Error ? error.message : error}`);
	} finally {
		await client.end();
	}
}

async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(path.join(folder, MANIFEST), "utf8").catch(() => null);
	if (text === null) throw new CommandError(`${folder} is no backup: it has no ${MANIFEST}.`);
	return manifest.parse(JSON.parse(text));
}

/** What is gone by the time it is copied, such as a replayed spool, was not needed any more. */
async function copy(from: string, to: string): Promise<void> {
	if (await exists(from)) await cp(from, to, { recursive: true, filter: exists });
}

async function exists(file: string): Promise<boolean> {
	return access(file).then(
		() => true,
		() => false,
	);
}
