import { existsSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { isBuildCurrent } from "#server/platform/operator/build-stamp.ts";
import { STALE_BUILD } from "./current-build.ts";

/**
 * For Vitest: whatever a test imports of `server/` and `shared/` comes from `dist/`, as `npm run build` made it, loaded by
 * Node itself; only what the build does not hold (tests and their helpers) comes from the sources. So a test proves what
 * is shipped, without saying so. A build that is missing or older than the sources proves nothing, and is refused.
 */
export function builtModules({ root, dist }: { root: string; dist: string }): Plugin {
	const product = ["server", "shared"].map((folder) => path.join(root, folder) + path.sep);
	return {
		name: "built-modules",
		enforce: "pre",
		async buildStart() {
			if (await isBuildCurrent(root)) return;
			process.stderr.write(`${STALE_BUILD}, TEST_SOURCES=1 tests the sources.\n`);
			process.exit(1);
		},
		async resolveId(source, importer, options) {
			const found = await this.resolve(source, importer, { ...options, skipSelf: true });
			if (!found?.id.endsWith(".ts") || !product.some((folder) => found.id.startsWith(folder))) return found;
			const built = path.join(dist, path.relative(root, found.id).replace(/\.ts$/, ".js"));
			return existsSync(built) ? { id: built, external: true } : found;
		},
	};
}
