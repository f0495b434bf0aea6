import { readdir } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../machine/root.ts";
import { REST_FILE } from "./parts.ts";

/** How many files `npm test` does not run. */
export async function countRestFiles(): Promise<number> {
	const names = await Promise.all(
		["server", "client", "shared"].map((folder) => readdir(path.join(ROOT, folder), { recursive: true })),
	);
	return names.flat().filter((name) => REST_FILE.test(name)).length;
}
