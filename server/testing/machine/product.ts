import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./root.ts";

/**
 * For processes that tests start: a file of the product as `npm run build` made it, or its source under TEST_SOURCES=1,
 * as `builtModules` has it for the tests themselves.
 * @param source path from the root, such as `server/app.ts`
 */
export function productFile(source: string): string {
	// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
	if (process.env.TEST_SOURCES) return path.join(ROOT, source);
	return path.join(ROOT, "dist", source.replace(/\.ts$/, ".js"));
}

/** What such a file exports; `Module` is the `typeof import()` of its source. */
export async function importProduct<Module>(source: string): Promise<Module> {
	return import(pathToFileURL(productFile(source)).href);
}

/** How Node runs such a file. */
export function productFlags(): string[] {
	// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
	return process.env.TEST_SOURCES ? ["--import", "tsx"] : [];
}
