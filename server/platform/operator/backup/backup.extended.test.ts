import { createHash } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { DAMAGES } from "#server/testing/backups/damages.ts";
import { ask } from "#server/testing/machine/ask-database.ts";
import { MIGRATIONS } from "#server/testing/machine/root.ts";
import { startS3Storage } from "#server/testing/machine/s3-storage.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createS3Client } from "../s3-client.ts";
import { makeBackup } from "./make-backup.ts";
import { backUpNightly } from "./nightly.ts";
import type { Place } from "./place.ts";
import { backupMetrics } from "./proof.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./verify-backup.ts";

/** Replacements for pg_dump and pg_restore: a dump is SQL, as the embedded PostgreSQL comes without either. */
const DUMP = `#!${process.execPath}
const at = (flag) => process.argv[process.argv.indexOf(flag) + 1];
if (process.argv.join(" ").includes("s3cret")) throw new Error("the password is among the arguments");
if (!process.argv.some((each) => each.startsWith("--snapshot="))) throw new Error("no snapshot");
require("node:fs").writeFileSync(at("-f"), process.env.STAND_IN_DUMP);`;
const RESTORE = `#!${process.execPath}
const pg = require(${JSON.stringify(createRequire(import.meta.url).resolve("pg"))});
if (!process.argv.includes("--single-transaction")) throw new Error("more than one transaction");
const client = new pg.Client({ connectionString: process.argv.at(-1) });
const sql = require("node:fs").readFileSync(0, "utf8");
client.connect().then(() => client.query(sql)).then(() => client.end(), (error) => { console.error("pg_restore: error: " + error.message); process.exit(1); });`;

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("")).digest("hex");
const IMAGES = ["picture", "another"].map((content) => ({ name: `images/${sha256(content)}.jpg`, content }));
const ORIGINAL = { name: `originals/${sha256("ada\0", "original")}`, content: "original" };

const TABLES = `CREATE FUNCTION changed() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id int);
CREATE TABLE users (id text); CREATE TABLE pictures (image_url text, is_used boolean);
CREATE TABLE links (image_url text, deleted boolean NOT NULL DEFAULT false); CREATE TABLE link_cards (image_url text);
CREATE TABLE originals (id text, user_id text, evicted_at timestamptz); CREATE TABLE image_cuts (original_id text);`;
const ROWS = `INSERT INTO links VALUES ('/${IMAGES[0]?.name}'), (NULL), ('https://elsewhere.example/x.jpg');
INSERT INTO pictures VALUES ('/${IMAGES[1]?.name}', true); INSERT INTO users VALUES ('ada');
INSERT INTO originals VALUES ('${path.basename(ORIGINAL.name)}', 'ada', NULL), ('on-its-way', 'ada', NULL);
INSERT INTO image_cuts VALUES ('${path.basename(ORIGINAL.name)}');`;

let folder: string;
let databases: string[];
beforeEach(async () => {
	databases = [];
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-backup-"));
	await writeProgram("pg_dump", DUMP);
	await writeProgram("pg_restore", RESTORE);
	vi.stubEnv("PATH", path.join(folder, "bin"));
	vi.stubEnv("STAND_IN_DUMP", TABLES + ROWS);
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

async function emptyDatabase(): Promise<string> {
	const name = `backup_${process.pid}_${databases.length}`;
	await ask(inject("databaseServer"), `CREATE DATABASE ${name} TEMPLATE template0`);
	databases.push(name);
	return inject("databaseServer").replace(/postgres$/, name);
}

const tablesIn = async (url: string) =>
	(await ask(url, "SELECT tablename FROM pg_tables WHERE schemaname IN ('public', 'drizzle')")).length;

/** All that a restore may leave: what is in the database, and files. */
async function leftIn({ databaseUrl, dataDir }: Place): Promise<unknown[]> {
	const inDatabase = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace UNION ALL
		SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace UNION ALL
		SELECT nspname FROM pg_namespace WHERE nspname IN ('drizzle', 'visualink_restore')`;
	const files = await readdir(dataDir).catch(() => []);
	return [...(await ask(databaseUrl, inDatabase)).map(({ name }) => name), ...files];
}

/** A service with a user, three links, two images, an original, waiting views and a secret. */
async function service(): Promise<Place> {
	const place = { databaseUrl: await emptyDatabase(), dataDir: path.join(folder, "data"), s3: null };
	await ask(place.databaseUrl, TABLES + ROWS);
	const files = [...IMAGES, ORIGINAL, { name: "view-spool/a.views", content: "views" }];
	for (const { name, content } of files) {
		await mkdir(path.dirname(path.join(place.dataDir, name)), { recursive: true });
		await writeFile(path.join(place.dataDir, name), content);
	}
	await writeFile(path.join(place.dataDir, "session-secret"), "secret", { mode: 0o600 });
	return place;
}

async function backedUp() {
	const place = await service();
	const backup = path.join(folder, "backup");
	return { place, backup, made: await makeBackup(place, backup) };
}

async function elsewhere(): Promise<Place> {
	return { databaseUrl: await emptyDatabase(), dataDir: path.join(folder, "new"), s3: null };
}

describe("P296: a backup", () => {
	it("contains the database, the pictures and the secret with their counts and hashes, readable only by its owner", async () => {
		const { backup, made } = await backedUp();
		expect(made.counts).toMatchObject({ "public.links": 3, "public.users": 1, "public.originals": 2 });
		expect(made.pictures).toEqual({ at: "files", images: 2, originals: 1, lost: [] });
		expect(Object.keys(made.files).sort()).toEqual(
			[
				"database.dump",
				...IMAGES.map(({ name }) => name),
				ORIGINAL.name,
				"session-secret",
				"view-spool/a.views",
			].sort(),
		);
		expect(made.files["session-secret"]).toEqual({ bytes: 6, sha256: sha256("secret") });
		expect(await readFile(path.join(backup, ORIGINAL.name), "utf8")).toBe("original");
		expect((await stat(backup)).mode & 0o777).toBe(0o700);
	});

	it("holds the views that were replayed into the database after it was dumped, and those that began to wait then", async () => {
		const place = await service();
		const spool = path.join(place.dataDir, "view-spool");
		const meanwhile = `require("node:fs").renameSync(${JSON.stringify(`${spool}/a.views`)}, ${JSON.stringify(`${spool}/b.views`)});`;
		await writeProgram("pg_dump", `${DUMP}\n${meanwhile}`);
		await makeBackup(place, path.join(folder, "backup"));
		expect(await readdir(path.join(folder, "backup", "view-spool"))).toEqual(["a.views", "b.views"]);
	});

	it("says which pictures the service itself had lost, and is proven without them", async () => {
		const place = await service();
		await writeFile(path.join(place.dataDir, IMAGES[0]?.name ?? ""), "damaged");
		const backup = path.join(folder, "backup");
		expect((await makeBackup(place, backup)).pictures.lost).toEqual([IMAGES[0]?.name]);
		await verifyBackup(place, backup);
	});

	it("is refused where no picture is, and of a database without our tables; nothing is left behind", async () => {
		const place = await service();
		const backup = path.join(folder, "backup");
		const wrong = { ...place, dataDir: path.join(folder, "elsewhere") };
		await expect(makeBackup(wrong, backup)).rejects.toThrow(
			/None of the 3 pictures .* is in \S+elsewhere \(DATA_DIR\)/,
		);
		const empty = { ...place, databaseUrl: await emptyDatabase() };
		await expect(makeBackup(empty, backup)).rejects.toThrow(/is not Visualink's: it has no table .*public\.links/);
		expect((await readdir(folder)).filter((name) => name.startsWith("backup"))).toEqual([]);
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
			"echo 'pg_dump: error: permission denied for table links' >&2; echo 'detail: more' >&2; exit 1",
			/pg_dump failed: pg_dump: error: permission denied for table links$/,
		],
	])("ends with a sentence, and leaves nothing, when pg_dump %s", async (_, script, sentence) => {
		const place = await service();
		if (script) await writeProgram("pg_dump", `#!/bin/sh\n${script}\n`);
		else await rm(path.join(folder, "bin", "pg_dump"));
		await expect(makeBackup(place, path.join(folder, "backup"))).rejects.toThrow(sentence);
		expect((await readdir(folder)).sort()).toEqual(["bin", "data"]);
	});
});

describe("P296: a proof", () => {
	it("restores it next to the service, and leaves nothing behind but the time for the metric", async () => {
		const { backup, place, made } = await backedUp();
		const age = async () => (await samplesOf(backupMetrics(place.dataDir))).visualink_backup_proven_timestamp_seconds;
		expect(await age()).toBe(0);
		await verifyBackup(place, backup);
		expect(await age()).toBe(Date.parse(made.madeAt) / 1_000);
		const left = "SELECT datname FROM pg_database WHERE datname LIKE 'visualink_backup_check%'";
		expect(await ask(place.databaseUrl, left)).toEqual([]);
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

	it("refuses every damaged, partial and wrong backup by name, and so does a restore, which leaves nothing", async () => {
		const { backup, place } = await backedUp();
		const [target, said] = [await elsewhere(), [] as string[]];
		expect(DAMAGES.length).toBeGreaterThanOrEqual(40);
		for (const { name, spoil, refusal } of DAMAGES) {
			const spoiled = path.join(folder, "spoiled");
			await cp(backup, spoiled, { recursive: true });
			await spoil(spoiled);
			for (const attempt of [() => verifyBackup(place, spoiled), () => restoreBackup(target, spoiled)]) {
				const error = await attempt().then(
					() => "it was taken for whole",
					({ message }: Error) => message,
				);
				if (!refusal.test(error) || error.includes("\n")) said.push(`${name}: ${error}`);
			}
			await rm(spoiled, { recursive: true, force: true });
		}
		expect(said).toEqual([]);
		expect(await samplesOf(backupMetrics(place.dataDir))).toEqual({ visualink_backup_proven_timestamp_seconds: 0 });
		expect(await leftIn(target)).toEqual([]);
		await restoreBackup(target, backup);
	});
});

describe("P297: a restore", () => {
	const start = (url: string) => migrateDatabase({ url, folder: MIGRATIONS });

	it("brings back rows and files, only in an empty place", async () => {
		const { backup, place } = await backedUp();
		const empty = await elsewhere();
		await restoreBackup(empty, backup);
		expect(await ask(empty.databaseUrl, "SELECT count(*)::int AS n FROM links")).toEqual([{ n: 3 }]);
		expect((await readdir(empty.dataDir)).sort()).toEqual(["images", "originals", "session-secret", "view-spool"]);
		expect(await readFile(path.join(empty.dataDir, ORIGINAL.name), "utf8")).toBe("original");
		await writeFile(path.join(empty.dataDir, "session-secret"), "another");
		await expect(restoreBackup(empty, backup)).rejects.toThrow("into an empty DATA_DIR");
		await expect(restoreBackup({ ...empty, dataDir: path.join(folder, "third") }, backup)).rejects.toThrow(
			"The database is not empty",
		);
		await writeFile(path.join(place.dataDir, "session-secret"), "another");
		const used = { ...place, databaseUrl: await emptyDatabase() };
		await expect(restoreBackup(used, backup)).rejects.toThrow("into an empty DATA_DIR");
	});

	it("touches neither the database nor the folder, if the folder can't be made", async () => {
		const { backup, place } = await backedUp();
		const empty = { ...(await elsewhere()), dataDir: path.join(place.dataDir, "session-secret", "in-a-file") };
		await expect(restoreBackup(empty, backup)).rejects.toThrow("ENOTDIR");
		expect(await tablesIn(empty.databaseUrl)).toBe(0);
		await start(empty.databaseUrl);
	});

	it("leaves nothing behind when its dump fails, and may be run again", async () => {
		const { backup } = await backedUp();
		const empty = await elsewhere();
		await writeProgram("pg_restore", RESTORE.replace("client.query(sql)", "client.query(sql + 'SELECT 1 / 0')"));
		await expect(restoreBackup(empty, backup)).rejects.toThrow(
			"pg_restore failed: pg_restore: error: division by zero",
		);
		expect(await leftIn(empty)).toEqual([]);
		await writeProgram("pg_restore", RESTORE);
		await restoreBackup(empty, backup);
		expect(await tablesIn(empty.databaseUrl)).toBe(7);
	});

	it("that was cut short after the database was filled keeps the service from starting, until another run", async () => {
		const { backup, made } = await backedUp();
		const empty = await elsewhere();
		// What a kill in the middle of the renames leaves.
		await restoreBackup(empty, backup);
		await ask(empty.databaseUrl, "UPDATE visualink_restore.state SET finished_at = NULL");
		await rm(path.join(empty.dataDir, "originals"), { recursive: true });
		await expect(start(empty.databaseUrl)).rejects.toThrow(
			`The restore of the backup of ${made.madeAt} into this database isn't finished: wait for it, or run it again.`,
		);
		await restoreBackup(empty, backup);
		expect(await readFile(path.join(empty.dataDir, ORIGINAL.name), "utf8")).toBe("original");
		expect(await ask(empty.databaseUrl, "SELECT finished_at IS NULL AS is FROM visualink_restore.state")).toEqual([
			{ is: false },
		]);
	});
});

describe("pictures on S3", () => {
	async function onS3() {
		const storage = await startS3Storage("pictures");
		const s3 = {
			...{ bucket: "pictures", region: "us-east-1", endpoint: storage.endpoint },
			credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
		};
		const place = { ...(await service()), s3 };
		for (const { name } of [...IMAGES, ORIGINAL]) await rm(path.join(place.dataDir, name));
		const client = createS3Client(s3, { connectionMs: 5_000, requestMs: 60_000 });
		const at = (name: string) => ({ Bucket: "pictures", Key: name });
		const put = (name: string, Body: string) => client.send(new PutObjectCommand({ ...at(name), Body }));
		const remove = (name: string) => client.send(new DeleteObjectCommand(at(name)));
		for (const { name, content } of [...IMAGES, ORIGINAL]) await put(name, content);
		return { storage, s3, place, put, remove, backup: path.join(folder, "backup") };
	}

	it("are counted and compared where they are, and a restore needs the same bucket", async () => {
		const { storage, s3, place, put, remove, backup } = await onS3();
		try {
			const { pictures } = await makeBackup(place, backup);
			expect(pictures).toEqual({
				at: { bucket: "pictures", endpoint: s3.endpoint },
				images: 2,
				originals: 1,
				lost: [],
			});
			await verifyBackup(place, backup);
			const empty = await elsewhere();
			await expect(restoreBackup(empty, backup)).rejects.toThrow("are in the bucket pictures at http");
			await restoreBackup({ ...empty, s3 }, backup);
			await put(ORIGINAL.name, "damaged");
			await expect(verifyBackup(place, backup)).rejects.toThrow(`The picture ${ORIGINAL.name} is missing or damaged.`);
			await remove(ORIGINAL.name);
			const lacking = { ...(await elsewhere()), dataDir: path.join(folder, "lacking"), s3 };
			await expect(restoreBackup(lacking, backup)).rejects.toThrow(/pictures lacks 1 pictures .* originals\//);
		} finally {
			await storage.close();
		}
	});

	it("that are away, or in a bucket that is not there, are one sentence", async () => {
		const { storage, s3, place, backup } = await onS3();
		const wrong = { ...place, s3: { ...s3, bucket: "wrong" } };
		await expect(makeBackup(wrong, backup)).rejects.toThrow(
			/^The bucket wrong at http\S+ can't be used \(NoSuchBucket: .+\)\.$/,
		);
		await storage.close();
		await expect(makeBackup(place, backup)).rejects.toThrow(/^The bucket pictures at http\S+ can't be used \(.+\)\.$/);
	});
});

describe("P298: a night", () => {
	const onDay = (day: number) => ({
		...{ folder: path.join(folder, "nights"), keep: 2, isOffSite: true, say: () => {} },
		now: () => new Date(`2026-03-0${day}T03:15:00Z`),
	});
	const nights = () => readdir(path.join(folder, "nights"));

	it("is made, proven and copied off site; only then the old ones go", async () => {
		const place = await service();
		const log = path.join(folder, "restic.log");
		const restic = `#!${process.execPath}
require("node:fs").appendFileSync(${JSON.stringify(log)}, process.argv.slice(2, -2).join(" ") + "\\n");
if (process.argv[2] === "backup") console.log('{"data_added":12}');`;
		await writeProgram("restic", restic);
		const said: string[] = [];
		for (const day of [1, 2]) await backUpNightly(place, onDay(day));
		const damaged = `if (process.argv[2] === "check") { console.error("a tree\\nFatal: repository contains errors"); process.exit(1); }`;
		await writeProgram("restic", `${restic}\n${damaged}`);
		await expect(backUpNightly(place, onDay(3))).rejects.toThrow(/^restic check failed: repository contains errors$/);
		expect(await nights()).toHaveLength(3);
		await writeProgram("restic", restic);
		await backUpNightly(place, { ...onDay(4), say: (line) => said.push(line) });
		expect(said.slice(1)).toEqual([
			"It is whole.",
			"Copied off site by restic: 12 bytes that the repository did not have. It has no errors.",
			"Removed 2026-03-01T031500Z.",
			"Removed 2026-03-02T031500Z.",
		]);
		expect((await readFile(log, "utf8")).split("\n").slice(-5, -1)).toEqual([
			"unlock",
			"backup . --tag visualink --json --quiet",
			"check",
			"forget --tag visualink --group-by  --keep-last 2 --prune",
		]);
	});

	it("P610: without restic it says so, and removes nothing", async () => {
		const place = await service();
		await backUpNightly(place, { ...onDay(1), isOffSite: false });
		await expect(backUpNightly(place, { ...onDay(2), keep: 1 })).rejects.toThrow(
			"restic was not found: install it, or unset RESTIC_REPOSITORY to keep backups on this machine alone.",
		);
		expect(await nights()).toHaveLength(2);
	});

	it("that fails removes nothing", async () => {
		const place = await service();
		const options = { keep: 1, isOffSite: false };
		await backUpNightly(place, { ...onDay(1), ...options });
		await writeProgram("pg_restore", "#!/bin/sh\necho 'pg_restore: error: no' >&2; exit 1\n");
		await expect(backUpNightly(place, { ...onDay(2), ...options })).rejects.toThrow("pg_restore failed");
		expect(await nights()).toContain("2026-03-01T031500Z");
	});
});
