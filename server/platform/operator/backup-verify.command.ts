import { imagesIn, rowsIn } from "./backup/manifest.ts";
import { folderFrom, placeOfBackup } from "./backup/place.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { runCommand } from "./run-command.ts";
import { usageOf } from "./usage.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, usageOf("backup-verify"));
	const made = await verifyBackup(await placeOfBackup(), folder);
	const tables = Object.keys(made.counts).length;
	return [
		`The backup of ${made.madeAt} is whole: ${rowsIn(made)} rows of ${tables} tables were restored and counted, ${Object.keys(made.files).length} files have their hashes, and all pictures are there (${imagesIn(made)}).`,
	];
});
