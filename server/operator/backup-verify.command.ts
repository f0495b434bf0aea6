import { rowsIn, verifyBackup } from "./backup.ts";
import { folderFrom, placeOfBackup } from "./backup-arguments.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, "Usage: npm run backup:verify -- <folder of a backup>");
	const { madeAt, counts } = await verifyBackup(placeOfBackup(), folder);
	return [
		`The backup of ${madeAt} is whole: ${rowsIn(counts)} rows of ${Object.keys(counts).length} tables were restored and counted.`,
	];
});
