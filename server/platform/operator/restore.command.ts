import { imagesIn, rowsIn } from "./backup/manifest.ts";
import { folderFrom, placeOfBackup } from "./backup/place.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { runCommand } from "./run-command.ts";
import { usageOf } from "./usage.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, usageOf("restore"));
	const made = await restoreBackup(await placeOfBackup(), folder);
	const tables = Object.keys(made.counts).length;
	return [`Restored the backup of ${made.madeAt}: ${rowsIn(made)} rows of ${tables} tables and ${imagesIn(made)}.`];
});
