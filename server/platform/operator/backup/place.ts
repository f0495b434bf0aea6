import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import type { S3Place } from "#server/platform/config/outside.ts";
import { databaseSentence } from "#server/platform/db/command-trouble.ts";
import { primaryAddress } from "#server/platform/db/primary.ts";
import { CommandError } from "../command-error.ts";
import { databaseUrlOf, readCommandConfig } from "../run-command.ts";

/** What is backed up, or restored to. `s3` holds the images; null: they are files in the data folder. */
export type Place = { databaseUrl: string; dataDir: string; s3: S3Place | null };

/**
 * The database, the data folder and the bucket of images of this machine's Visualink.
 * @throws CommandError where nothing says where the images are (P296), or no host of the database is the primary
 */
export async function placeOfBackup(): Promise<Place & { config: Config }> {
	const config = readCommandConfig();
	const { db, dataDir, isDataDirSet, images } = config;
	// An embedded database is in the data folder, which is the right one then.
	if (db.url !== null && !isDataDirSet && images.s3 === null) {
		throw new CommandError(
			"DATA_DIR: is missing, and so is IMAGES_S3_BUCKET: set the one where this database's pictures are.",
		);
	}
	const url = databaseUrlOf(config);
	// Once, as pg_dump and the connections next to it must see the same host.
	const databaseUrl = await primaryAddress(url).catch((error: unknown) => {
		throw new CommandError(databaseSentence(error, url) ?? String(error), { cause: error });
	});
	return { databaseUrl, dataDir, s3: images.s3, config };
}

/** The one argument of a command about backups. @throws CommandError with the usage for anything else */
export function folderFrom(args: string[], usage: string): string {
	const [folder, ...rest] = args;
	if (!folder || folder.startsWith("-") || rest.length > 0) throw new CommandError(usage);
	return path.resolve(folder);
}
