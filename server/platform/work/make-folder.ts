import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./error-code.ts";
import { exists } from "./exists.ts";

/**
 * Makes a folder with those above it; an existing one is left unchanged. Node's own recursive `mkdir` never ends where
 * the system makes nothing, as below /proc.
 * @param mode of the folders that are made
 * @throws the system's error for the first folder that can't be made
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
	try {
		await mkdir(folder, { mode });
	} catch (error) {
		if (codeOf(error) === "EEXIST" && (await stat(folder)).isDirectory()) return;
		const above = path.dirname(folder);
		if (codeOf(error) !== "ENOENT" || above === folder || (await exists(above))) throw error;
		await makeFolder(above, mode);
		await mkdir(folder, { mode });
	}
}
