import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { S3Place } from "#server/platform/config/outside.ts";
import { CommandError } from "../command-error.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { makeBackup } from "./make-backup.ts";
import { imagesIn, rowsIn } from "./manifest.ts";
import { pruneOffSite, storeOffSite } from "./off-site.ts";
import type { Place } from "./place.ts";
import { withClient } from "./tables.ts";
import { verifyBackup } from "./verify-backup.ts";

/** Any number that no other advisory lock of ours uses. */
const NIGHTLY_LOCK = 7_214_036;
/** The folder of one night, by its time in UTC. */
const NIGHT = /^\d{4}-\d\d-\d\dT\d{6}Z$/;

type Options = {
	/** Where the folders of the nights are. */
	folder: string;
	/** How many are kept, here and off site. */
	keep: number;
	/** null: no copy off site. */
	offSite: S3Place | null;
	now: () => Date;
	/** Called with each completed step at once, so that a later failure hides nothing. */
	say: (line: string) => void;
};

/**
 * Makes a backup, proves it, copies it off site, and only then removes old ones (P298).
 * @throws CommandError when another one runs on this database, or a step fails
 */
export async function backUpNightly(place: Place, { folder, keep, offSite, now, say }: Options): Promise<void> {
	await withClient(place.databaseUrl, async (client) => {
		const { rows } = await client.query<{ is: boolean }>("SELECT pg_try_advisory_lock($1) AS is", [NIGHTLY_LOCK]);
		if (!rows[0]?.is) throw new CommandError("Another nightly backup of this database is under way.");
		const tonight = path.join(
			folder,
			now()
				.toISOString()
				.replace(/\.\d+Z$/, "Z")
				.replaceAll(":", ""),
		);
		const made = await makeBackup(place, tonight);
		say(`Backed up ${rowsIn(made)} rows and ${imagesIn(made)} into ${tonight}.`);
		await verifyBackup(place, tonight);
		say("It is whole.");
		if (offSite)
			await withBucket(offSite, async (bucket) => {
				const { copied } = await storeOffSite(bucket, tonight, made);
				say(`Copied into the bucket ${bucket.name}: ${copied} bytes that it did not have.`);
				for (const name of await pruneOffSite(bucket, keep)) say(`Removed ${name} from the bucket ${bucket.name}.`);
			});
		for (const name of await pruneHere(folder, keep)) say(`Removed ${name}.`);
	});
}

export async function withBucket<T>(place: S3Place, use: (bucket: Bucket) => Promise<T>): Promise<T> {
	const bucket = openBucket(place);
	return use(bucket).finally(bucket.close);
}

async function pruneHere(folder: string, keep: number): Promise<string[]> {
	const nights = (await readdir(folder)).filter((name) => NIGHT.test(name)).sort();
	const old = nights.slice(0, -keep);
	for (const name of old) await rm(path.join(folder, name), { recursive: true });
	return old;
}
