import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { RESTORE_SCHEMA } from "#server/platform/db/restore-mark.ts";
import { exists } from "#server/platform/work/exists.ts";
import { makeFolder } from "#server/platform/work/make-folder.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";
import { CommandError } from "../command-error.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { filesBelow, fingerprintOf } from "./fingerprints.ts";
import { countImages, imagesBelow, lostImages, type Wanted, wantedImages } from "./images.ts";
import { DUMP, type FileList, KEPT, type Manifest, SPOOL, writeManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { runPostgres } from "./postgres-program.ts";
import { countTables, NEVER_KEPT, requireOurTables, withClient } from "./tables.ts";

/**
 * Writes a whole backup into a new folder: the database as `pg_dump -Fc` makes it, then the images with their originals, the session
 * secret and the waiting views. The database comes first, so that every image that it names is there; but views wait
 * in the spool before they are in the database, so the spool is copied before and after it. What is in both is counted
 * once by the replay. The manifest has the rows of each table in the dumped snapshot, and the hash of every file (P296).
 * @throws CommandError when the folder exists, the database isn't Visualink's or can't be dumped, or no image can be
 * found; nothing is left behind then
 */
export async function makeBackup(place: Place, folder: string): Promise<Manifest> {
	if (await exists(folder)) throw new CommandError(`${folder} exists already: a backup is made in a new folder.`);
	const fresh = `${folder}.new`;
	await rm(fresh, { recursive: true, force: true });
	await makeFolder(fresh, 0o700);
	try {
		const madeAt = new Date().toISOString();
		const keep = (name: string) => copy(path.join(place.dataDir, name), path.join(fresh, name));
		await keep(SPOOL);
		const { counts, wanted } = await dump(place.databaseUrl, path.join(fresh, DUMP));
		for (const name of KEPT) await keep(name);
		const pictures = await describeImages(place, fresh, wanted);
		const made: Manifest = { format: 2, madeAt, counts, pictures, files: await fingerprints(fresh) };
		await writeManifest(fresh, made);
		await rename(fresh, folder);
		await syncFolder(path.dirname(folder));
		return made;
	} catch (error) {
		await rm(fresh, { recursive: true, force: true });
		throw error;
	}
}

/** Where the images are, and which of them are missing; if all are, DATA_DIR or the bucket is wrong. */
async function describeImages(place: Place, fresh: string, wanted: Wanted[]): Promise<Manifest["pictures"]> {
	const { s3, dataDir } = place;
	const lost = s3 ? await notIn(openBucket(s3), wanted) : await lostImages(wanted, imagesBelow(fresh));
	if (wanted.length > 0 && lost.length === wanted.length) {
		const where = s3 ? `in the bucket ${s3.bucket} (IMAGES_S3_BUCKET)` : `in ${dataDir} (DATA_DIR)`;
		throw new CommandError(
			`None of the ${wanted.length} pictures that the database names is ${where}: it is the wrong one.`,
		);
	}
	const at = s3 ? { bucket: s3.bucket, endpoint: s3.endpoint } : ("files" as const);
	return { at, ...countImages(wanted), lost };
}

async function notIn(bucket: Bucket, wanted: Wanted[]): Promise<string[]> {
	try {
		const there = new Map([...(await bucket.list("images/")), ...(await bucket.list("originals/"))]);
		return wanted.map(({ file }) => file).filter((file) => !there.has(file));
	} finally {
		bucket.close();
	}
}

async function fingerprints(folder: string): Promise<FileList> {
	const files: FileList = {};
	for (const name of await filesBelow(folder)) files[name] = await fingerprintOf(path.join(folder, name));
	return files;
}

/** @returns the rows of each table, and the images, in what was dumped */
async function dump(databaseUrl: string, file: string): Promise<{ counts: Record<string, number>; wanted: Wanted[] }> {
	return withClient(databaseUrl, async (client) => {
		// One snapshot for both, while the service keeps writing.
		await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
		const { rows } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
		const counts = await countTables(client);
		requireOurTables(counts, databaseUrl);
		const wanted = await wantedImages(client);
		await runPostgres("pg_dump", databaseUrl, [
			"-Fc",
			`--exclude-table-data=${NEVER_KEPT}`,
			`--exclude-schema=${RESTORE_SCHEMA}`,
			`--snapshot=${rows[0]?.id}`,
			"-f",
			file,
		]);
		return { counts, wanted };
	});
}

/** A file that is gone by the time it is copied, such as a replayed spool, was no longer needed. */
async function copy(from: string, to: string): Promise<void> {
	if (await exists(from)) await cp(from, to, { recursive: true, filter: exists });
}
