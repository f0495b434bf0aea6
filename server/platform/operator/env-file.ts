import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "#server/platform/config/config.ts";
import { codeOf } from "./data-folder.ts";

/** Loads `.env`, if it exists. @throws ConfigError if it can't be read */
export function loadEnvFile(): void {
	if (!existsSync(".env")) return;
	const why = whyUnreadable(".env");
	if (why) {
		const mend = "Make it a file that this user may read, or take it away.";
		throw new ConfigError(`${path.resolve(".env")} can't be read: ${why}. ${mend}`);
	}
	process.loadEnvFile(".env");
}

function whyUnreadable(file: string): string | null {
	try {
		accessSync(file, constants.R_OK);
		return statSync(file).isFile() ? null : "it is no file";
	} catch (error) {
		return codeOf(error);
	}
}
