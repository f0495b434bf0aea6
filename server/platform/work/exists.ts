import { access } from "node:fs/promises";
import { codeOf } from "./error-code.ts";

/** Whether there is a file or a folder. @throws the system's error where that can't be seen */
export async function exists(path: string): Promise<boolean> {
	try {
		await access(path);
		return true;
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return false;
		throw error;
	}
}
