import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "../command-error.ts";
import { makeBackup } from "./make-backup.ts";
import { imagesIn, rowsIn } from "./manifest.ts";
import { copyOffSite } from "./off-site.ts";
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
	/** Whether there is a repository for copies off site. */
	isOffSite: boolean;
	now: () => Date;
	/** Called with each completed step at once, so that a later failure hides nothing. */
	say: (line: string) => void;
};

/**
 * Makes a backup, proves it, copies it off site, and only then removes old ones (P298).
 * @throws CommandError when another one runs on this database, or a step fails
 */
export async function backUpNightly(place: Place, { folder, keep, isOffSite, now, say }: Options): Promise<void> {
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
		if (isOffSite) {
			const { added } = await copyOffSite(tonight, keep);
			say(`Copied off site by restic: ${added} bytes that the repository did not have. It has no errors.`);
		}
		for (const name of await pruneHere(folder, keep)) say(`Removed ${name}.`);
	});
}

async function pruneHere(folder: string, keep: number): Promise<string[]> {
	const nights = (await readdir(folder)).filter((name) => NIGHT.test(name)).sort();
	const old = nights.slice(0, -keep);
	for (const name of old) await rm(path.join(folder, name), { recursive: true });
	return old;
}
