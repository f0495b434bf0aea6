import path from "node:path";
import type pg from "pg";
import { CommandError } from "../command-error.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { checkFiles } from "./fingerprints.ts";
import { compareCountedImages, imagesBelow, requireImages, wantedImages } from "./images.ts";
import { DUMP, MANIFEST, type Manifest, readManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { runPostgres } from "./postgres-program.ts";
import { writeProof } from "./proof.ts";
import { RESTORE_OPTIONS } from "./restore-backup.ts";
import { compareCounts, countTables, withClient } from "./tables.ts";

/**
 * Proves a backup (P296): compares every file with its hash, restores the database into a scratch one next to the
 * configured one, compares every table's rows, and reads each image that the database names, here or in the bucket.
 * The scratch database is dropped again, and the proof is written down for the metric of its age.
 * @throws CommandError with what is wrong
 */
export async function verifyBackup(place: Place, folder: string): Promise<Manifest> {
	const made = await readManifest(folder);
	await checkFiles(folder, made.files, [MANIFEST]);
	await inScratchDatabase(place.databaseUrl, async (url) => {
		await runPostgres("pg_restore", url, RESTORE_OPTIONS, path.join(folder, DUMP));
		await withClient(url, async (client) => {
			compareCounts(made.counts, await countTables(client));
			await proveImages(client, { made, place, folder });
		});
	});
	await writeProof(place.dataDir, { madeAt: made.madeAt, provenAt: new Date().toISOString() });
	return made;
}

type Proof = { made: Manifest; place: Place; folder: string };

async function proveImages(client: pg.Client, { made, place, folder }: Proof): Promise<void> {
	const { at, lost } = made.pictures;
	const wanted = await wantedImages(client);
	compareCountedImages(wanted, made.pictures);
	if (at === "files") return requireImages(wanted, imagesBelow(folder), lost);
	const bucket = bucketOf(place, at.bucket);
	await requireImages(wanted, bucket.get, lost).finally(bucket.close);
}

function bucketOf({ s3 }: Place, name: string): Bucket {
	if (s3?.bucket === name) return openBucket(s3);
	throw new CommandError(
		`The pictures of this backup are in the bucket ${name}: set IMAGES_S3_BUCKET and what belongs to it.`,
	);
}

async function inScratchDatabase(databaseUrl: string, use: (url: string) => Promise<void>): Promise<void> {
	const name = `visualink_backup_check_${process.pid}`;
	const scratch = Object.assign(new URL(databaseUrl), { pathname: `/${name}` });
	await withClient(databaseUrl, (client) =>
		client.query(`CREATE DATABASE ${name} TEMPLATE template0`).catch((error: Error & { code?: string }) => {
			if (error.code !== "42501") throw error;
			const role = decodeURIComponent(scratch.username);
			throw new CommandError(`${error.message} (to prove a backup: ALTER ROLE ${role} CREATEDB)`);
		}),
	);
	try {
		await use(scratch.href);
	} finally {
		await withClient(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
	}
}
