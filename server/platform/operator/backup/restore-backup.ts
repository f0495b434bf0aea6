import { access, constants, cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { forgetRestore, markRestore, markRestored, readRestoreMark } from "#server/platform/db/restore-mark.ts";
import { exists } from "#server/platform/work/exists.ts";
import { makeFolder } from "#server/platform/work/make-folder.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";
import { CommandError } from "../command-error.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { checkFiles, filesBelow, fingerprintOf } from "./fingerprints.ts";
import {
	compareCountedImages,
	imagesBelow,
	requireImages,
	requireObjects,
	type Wanted,
	wantedImages,
} from "./images.ts";
import { DUMP, type FileList, KEPT, MANIFEST, type Manifest, readManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { runPostgres } from "./postgres-program.ts";
import { compareCounts, countTables, withClient } from "./tables.ts";

/** Who restores owns what is restored; all of it or nothing. */
export const RESTORE_OPTIONS = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"];
/** Where files wait below DATA_DIR until the database is whole. */
const STAGED = ".restoring";

/**
 * Puts a backup into an empty database and an empty data folder (P297). Every file is checked before anything is touched.
 * The database is filled in one transaction, and marked from before it until the last file is in its place, so that no
 * service starts on a half of it. After a kill, run it again.
 * @throws CommandError when the backup is damaged, or one of the two is not empty
 */
export async function restoreBackup(place: Place, folder: string): Promise<Manifest> {
	const made = await readManifest(folder);
	await checkFiles(folder, made.files, [MANIFEST]);
	const bucket = bucketFor(made, place);
	const missing = await missingParts(made, place.dataDir);
	await withClient(place.databaseUrl, async (client) => {
		const isFilled = await requireEmptyOrThis(client, made);
		try {
			await stage(folder, place.dataDir, missing);
			if (!isFilled) {
				await markRestore(client, new Date(made.madeAt));
				await runPostgres("pg_restore", place.databaseUrl, RESTORE_OPTIONS, path.join(folder, DUMP));
			}
			compareCounts(made.counts, await countTables(client));
			await requireItsImages(await wantedImages(client), { made, folder, bucket });
		} catch (error) {
			await rm(path.join(place.dataDir, STAGED), { recursive: true, force: true });
			await client.query("ROLLBACK").catch(() => {});
			// What failed first says why; a role that may make nothing has left nothing either.
			if (!isFilled) await emptyAgain(client).catch(() => {});
			throw error;
		}
		await putInPlace(place.dataDir);
		await markRestored(client);
	}).finally(() => bucket?.close());
	return made;
}

type Restored = { made: Manifest; folder: string; bucket: Bucket | null };

async function requireItsImages(wanted: Wanted[], { made, folder, bucket }: Restored): Promise<void> {
	const { pictures } = made;
	compareCountedImages(wanted, pictures);
	if (bucket) await requireObjects(wanted, bucket, pictures.lost);
	else await requireImages(wanted, imagesBelow(folder), pictures.lost);
}

/** What a dump has left that does not agree with its manifest; the database held nothing before. */
async function emptyAgain(client: pg.Client): Promise<void> {
	for (const name of Object.keys(await countTables(client))) await client.query(`DROP TABLE IF EXISTS ${name} CASCADE`);
	const { rows } = await client.query<{ drop: string }>(LEFT_OVERS);
	for (const { drop } of rows) await client.query(drop);
	await client.query("DROP SCHEMA IF EXISTS drizzle CASCADE");
	await forgetRestore(client);
}

/** Partitioned tables, functions and types of the schema `public`, but those of extensions, as statements that drop them. */
const LEFT_OVERS = `SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name) AS drop FROM (
	SELECT 'pg_class'::regclass AS catalog, oid, 'TABLE' AS kind, oid::regclass::text AS name FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
	UNION ALL SELECT 'pg_proc'::regclass, oid, 'ROUTINE', oid::regprocedure::text FROM pg_proc
		WHERE pronamespace = 'public'::regnamespace
	UNION ALL SELECT 'pg_type'::regclass, oid, 'TYPE', oid::regtype::text FROM pg_type
		WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
) AS found WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = catalog AND d.objid = found.oid AND d.deptype = 'e')`;

/** The service must find the images where the backup has them. */
function bucketFor({ pictures: { at } }: Manifest, { s3 }: Place): Bucket | null {
	if (at === "files") {
		if (s3 === null) return null;
		throw new CommandError(
			"The pictures of this backup are files, but IMAGES_S3_BUCKET is set: unset it, or copy images/ and originals/ into the bucket and set it after the restore.",
		);
	}
	if (s3?.bucket === at.bucket) return openBucket(s3);
	throw new CommandError(
		`The pictures of this backup are in the bucket ${at.bucket} at ${at.endpoint ?? "Amazon S3"}: set IMAGES_S3_BUCKET and what belongs to it.`,
	);
}

/**
 * @returns which parts of the data folder are not there yet
 * @throws CommandError when one is there that isn't exactly the backup's, as an earlier run that was cut short leaves it
 */
async function missingParts({ files }: Manifest, dataDir: string): Promise<string[]> {
	const missing: string[] = [];
	for (const name of KEPT) {
		const inPlace = path.join(dataDir, name);
		if (!(await exists(inPlace))) missing.push(name);
		else if (!(await isThis(name, files, dataDir)))
			throw new CommandError(`${inPlace} exists: a backup is restored into an empty DATA_DIR.`);
	}
	return missing;
}

async function isThis(name: string, files: FileList, dataDir: string): Promise<boolean> {
	const isPart = (file: string) => file === name || file.startsWith(`${name}/`);
	const wanted = Object.entries(files).filter(([file]) => isPart(file));
	const found = (await filesBelow(dataDir)).filter(isPart);
	if (wanted.length === 0 || wanted.length !== found.length) return false;
	for (const [file, { sha256 }] of wanted) {
		if (!found.includes(file) || (await fingerprintOf(path.join(dataDir, file))).sha256 !== sha256) return false;
	}
	return true;
}

/** @returns whether an earlier run has filled the database with this very backup, and was cut short after that */
async function requireEmptyOrThis(client: pg.Client, made: Manifest): Promise<boolean> {
	const counts = await countTables(client);
	if (Object.keys(counts).length === 0) return false;
	const mark = await readRestoreMark(client);
	if (mark?.finishedAt === null && mark.madeAt.toISOString() === made.madeAt) return true;
	throw new CommandError("The database is not empty: a backup is restored into an empty one.");
}

/** Before the database is filled, so that a full disk leaves no half restore behind. */
async function stage(folder: string, dataDir: string, names: string[]): Promise<void> {
	await makeFolder(dataDir, 0o700);
	await access(dataDir, constants.W_OK);
	const staged = path.join(dataDir, STAGED);
	await rm(staged, { recursive: true, force: true });
	await mkdir(staged, { mode: 0o700 });
	for (const name of names) {
		if (await exists(path.join(folder, name)))
			await cp(path.join(folder, name), path.join(staged, name), { recursive: true, preserveTimestamps: true });
	}
}

async function putInPlace(dataDir: string): Promise<void> {
	const staged = path.join(dataDir, STAGED);
	for (const name of KEPT) {
		if (await exists(path.join(staged, name))) await rename(path.join(staged, name), path.join(dataDir, name));
	}
	await rm(staged, { recursive: true });
	await syncFolder(dataDir);
}
