import { makeBackup } from "./backup/make-backup.ts";
import { imagesIn, rowsIn } from "./backup/manifest.ts";
import { folderFrom, placeOfBackup } from "./backup/place.ts";
import { runCommand } from "./run-command.ts";
import { usageOf } from "./usage.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, usageOf("backup"));
	const made = await makeBackup(await placeOfBackup(), folder);
	const tables = Object.keys(made.counts).length;
	return [`Backed up ${rowsIn(made)} rows of ${tables} tables and ${imagesIn(made)}, into ${folder}.`];
});
