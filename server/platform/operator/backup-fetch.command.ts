import { existsSync } from "node:fs";
import path from "node:path";
import { withBucket } from "./backup/nightly.ts";
import { fetchOffSite } from "./backup/off-site.ts";
import { CommandError } from "./command-error.ts";
import { readCommandConfig, runCommand } from "./run-command.ts";
import { usageOf } from "./usage.ts";

await runCommand(async ([to, name, ...rest]) => {
	if (!to || to.startsWith("-") || rest.length > 0) throw new CommandError(usageOf("backup-fetch"));
	const folder = path.resolve(to);
	if (existsSync(folder)) throw new CommandError(`${folder} exists already: a backup is fetched into a new folder.`);
	const { s3 } = readCommandConfig().backups;
	if (s3 === null) throw new CommandError("BACKUP_S3_BUCKET: is missing; name the bucket that holds the backups.");
	const fetched = await withBucket(s3, (bucket) => fetchOffSite(bucket, folder, name));
	return [`Fetched the backup ${fetched} into ${folder}; every file has its hash.`];
});
