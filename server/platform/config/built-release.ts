import { readFileSync } from "node:fs";
import path from "node:path";

/** In `dist/`: the release that was built, on one line. */
export const RELEASE_FILE = "release";

/**
 * The release of the build that this module belongs to (P88).
 * @param dist folder of the build
 * @returns `dev` where the sources run without a build
 */
export function builtRelease(dist = path.resolve(import.meta.dirname, "../../..")): string {
	try {
		return readFileSync(path.join(dist, RELEASE_FILE), "utf8").trim() || "dev";
	} catch {
		return "dev";
	}
}
