import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { makeBackup, restoreBackup, verifyBackup } from "./backup.ts";

/** What stands in for pg_dump and pg_restore: a dump is SQL, as the embedded PostgreSQL comes without either. */
const DUMP = `#!${process.execPath}
const at = (flag) => process.argv[process.argv.indexOf(flag) + 1];
if (process.argv.join(" ").includes("s3cret")) throw new Error("the password is among the arguments");
if (!process.argv.some((each) => each.startsWith("--snapshot="))) throw new Error("no snapshot");
require("node:fs").writeFileSync(at("-f"), process.env.STAND_IN_DUMP);`;
const RESTORE = `#!${process.execPath}
const pg = require(${JSON.stringify(createRequire(import.meta.url).resolve("pg"))});
const client = new pg.Client({ connectionString: process.argv.at(-1) });
const sql = require("node:fs").readFileSync(process.argv.at(-3), "utf8");
client.connect().then(() => client.query(sql)).then(() => client.end(), (error) => { console.error(error.message); process.exit(1); });`;

const TABLE = "CREATE TABLE links (image_url text, deleted boolean NOT NULL DEFAULT false);";
const ROWS = "INSERT INTO links VALUES ('/images/a.jpg'), (NULL), ('https://elsewhere.example/x.jpg');";

let folder: string;
let databases: string[];
beforeEach(async () => {
	databases = [];
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-backup-"));
	await writeProgram("pg_dump", DUMP);
	await writeProgram("pg_restore", RESTORE);
	vi.stubEnv("PATH", path.join(folder, "bin"));
	vi.stubEnv("STAND_IN_DUMP", TABLE + ROWS);
});
afterEach(async () => {
	vi.unstubAllEnvs();
	for (const name of databases) await ask(inject("databaseServer"), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
	await rm(folder, { recursive: true, force: true });
});

async function writeProgram(name: string, text: string): Promise<void> {
	await mkdir(path.join(folder, "bin"), { recursive: true });
	await writeFile(path.join(folder, "bin", name), text);
	await chmod(path.join(folder, "bin", name), 0o755);
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	return client
		.query(sql)
		.then(({ rows }) => rows)
		.finally(() => client.end());
}

async function emptyDatabase(): Promise<string> {
	const name = `backup_${process.pid}_${databases.length}`;
	await ask(inject("databaseServer"), `CREATE DATABASE ${name} TEMPLATE template0`);
	databases.push(name);
	return inject("databaseServer").replace(/postgres$/, name);
}

/** A service with three links, one picture and a secret, and a backup of it. */
async function backedUp() {
	const place = { databaseUrl: await emptyDatabase(), dataDir: path.join(folder, "data") };
	await ask(place.databaseUrl, TABLE + ROWS);
	await mkdir(path.join(place.dataDir, "images"), { recursive: true });
	await writeFile(path.join(place.dataDir, "images", "a.jpg"), "picture");
	await writeFile(path.join(place.dataDir, "session-secret"), "secret", { mode: 0o600 });
	const backup = path.join(folder, "backup");
	const made = await makeBackup(place, backup);
	return { place, backup, made };
}

it("holds the database, the pictures and the secret, for its owner alone", async () => {
	const { backup, made } = await backedUp();
	expect(made.counts).toEqual({ "public.links": 3 });
	expect(await readFile(path.join(backup, "images", "a.jpg"), "utf8")).toBe("picture");
	expect(await readFile(path.join(backup, "session-secret"), "utf8")).toBe("secret");
	expect((await stat(backup)).mode & 0o777).toBe(0o700);
});

it("holds the views that were replayed into the database after it was dumped, and those that began to wait then", async () => {
	const spool = path.join(folder, "data", "view-spool");
	await mkdir(spool, { recursive: true });
	await writeFile(path.join(spool, "a.views"), "replayed");
	const meanwhile = `require("node:fs").renameSync(${JSON.stringify(`${spool}/a.views`)}, ${JSON.stringify(`${spool}/b.views`)});`;
	await writeProgram("pg_dump", `${DUMP}\n${meanwhile}`);
	const { backup } = await backedUp();
	expect(await readdir(path.join(backup, "view-spool"))).toEqual(["a.views", "b.views"]);
});

it("comes back, rows and files, in an empty place alone", async () => {
	const { backup, place } = await backedUp();
	const empty = { databaseUrl: await emptyDatabase(), dataDir: path.join(folder, "new") };
	await restoreBackup(empty, backup);
	expect(await ask(empty.databaseUrl, "SELECT count(*)::int AS n FROM links")).toEqual([{ n: 3 }]);
	expect(await readFile(path.join(empty.dataDir, "images", "a.jpg"), "utf8")).toBe("picture");
	await expect(restoreBackup(empty, backup)).rejects.toThrow("The database is not empty");
	const used = { databaseUrl: await emptyDatabase(), dataDir: place.dataDir };
	await expect(restoreBackup(used, backup)).rejects.toThrow("into an empty DATA_DIR");
});

it("is restored neither into the database nor the folder, if the folder can't be made", async () => {
	const { backup, place } = await backedUp();
	const empty = {
		databaseUrl: await emptyDatabase(),
		dataDir: path.join(place.dataDir, "session-secret", "in-a-file"),
	};
	await expect(restoreBackup(empty, backup)).rejects.toThrow("ENOTDIR");
	expect(await ask(empty.databaseUrl, "SELECT to_regclass('links') AS is")).toEqual([{ is: null }]);
});

it("says how to let the role prove it", async () => {
	const { backup, place } = await backedUp();
	const role = `backup_${process.pid}`;
	await ask(place.databaseUrl, `CREATE ROLE ${role} LOGIN PASSWORD 's3cret'`);
	try {
		const asRole = Object.assign(new URL(place.databaseUrl), { username: role, password: "s3cret" });
		const proof = verifyBackup({ ...place, databaseUrl: asRole.href }, backup);
		await expect(proof).rejects.toThrow(
			`permission denied to create database (to prove a backup: ALTER ROLE ${role} CREATEDB)`,
		);
	} finally {
		await ask(place.databaseUrl, `DROP ROLE ${role}`);
	}
});

it("is proven by restoring it beside the service, which leaves nothing behind", async () => {
	const { backup, place } = await backedUp();
	await verifyBackup(place, backup);
	const left = "SELECT datname FROM pg_database WHERE datname LIKE 'visualink_backup_check%'";
	expect(await ask(place.databaseUrl, left)).toEqual([]);
});

it("is not proven when a row or a picture is missing", async () => {
	const { backup, place } = await backedUp();
	await rm(path.join(backup, "images", "a.jpg"));
	await expect(verifyBackup(place, backup)).rejects.toThrow("lacks the picture /images/a.jpg");
	await writeFile(path.join(backup, "database.dump"), TABLE);
	await expect(verifyBackup(place, backup)).rejects.toThrow("public.links: 3 in the backup, 0 restored");
	await expect(verifyBackup(place, folder)).rejects.toThrow("is no backup: it has no manifest.json");
});

it("is never made over another one", async () => {
	const { backup, place } = await backedUp();
	await expect(makeBackup(place, backup)).rejects.toThrow("exists already");
});

it.each([
	["is missing", "", "pg_dump was not found"],
	[
		"is too old",
		"echo 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1",
		"pg_dump is too old",
	],
	[
		"fails",
		"echo 'permission denied for table links' >&2; exit 1",
		"pg_dump failed: permission denied for table links",
	],
])("ends with a sentence, and leaves nothing, when pg_dump %s", async (_, script, sentence) => {
	const place = { databaseUrl: await emptyDatabase(), dataDir: folder };
	if (script) await writeProgram("pg_dump", `#!/bin/sh\n${script}\n`);
	else await rm(path.join(folder, "bin", "pg_dump"));
	await expect(makeBackup(place, path.join(folder, "backup"))).rejects.toThrow(sentence);
	await expect(stat(path.join(folder, "backup"))).rejects.toThrow("ENOENT");
	await expect(stat(path.join(folder, "backup.new"))).rejects.toThrow("ENOENT");
});
