import { makeBackup, rowsIn } from "./backup.ts";
import { folderFrom, placeOfBackup } from "./backup-arguments.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async (args) => {
	const folder = folderFrom(args, "Usage: npm run backup -- <new folder>");
	const { counts } = await makeBackup(placeOfBackup(), folder);
	return [`Backed up ${rowsIn(counts)} rows of ${Object.keys(counts).length} tables, and the files, into ${folder}.`];
});
