import path from "node:path";
import { CommandError, databaseUrlOf, readCommandConfig } from "./run-command.ts";

/** The one argument of a command about backups. @throws CommandError with the usage for anything else */
export function folderFrom(args: string[], usage: string): string {
	const [folder, ...rest] = args;
	if (!folder || folder.startsWith("-") || rest.length > 0) throw new CommandError(usage);
	return path.resolve(folder);
}

/** The database and the data folder of this machine's Visualink. */
export function placeOfBackup(): { databaseUrl: string; dataDir: string } {
	const config = readCommandConfig();
	return { databaseUrl: databaseUrlOf(config), dataDir: config.dataDir };
}
