import { readFileSync } from "node:fs";
import path from "node:path";

export const RELEASE_FILE = "release";

/** This build's release; `dev` without a build (P88). @param dist the build's folder */
export function builtRelease(dist = path.resolve(import.meta.dirname, "../../..")): string {
	try {
		return readFileSync(path.join(dist, RELEASE_FILE), "utf8").trim() || "dev";
	} catch {
		return "dev";
	}
}
