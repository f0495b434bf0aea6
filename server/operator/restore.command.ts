import { restoreBackup, rowsIn } from "./backup.ts";
import { folderFrom, placeOfBackup } from "./backup-arguments.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, "Usage: npm run restore -- <folder of a backup>");
	const { madeAt, counts } = await restoreBackup(placeOfBackup(), folder);
	return [
		`Restored the backup of ${madeAt}: ${rowsIn(counts)} rows of ${Object.keys(counts).length} tables, and the files.`,
	];
});
