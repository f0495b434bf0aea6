import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../machine/root.ts";
import { compatTable } from "./compat-data.ts";
import { BROWSER_FLOOR } from "./floor.ts";
import { scriptUses, type Use } from "./script-uses.ts";
import { styleUses } from "./style-uses.ts";

const SOURCES = /^(?!.*\.(?:test|table)\.)(?!prerender\.tsx$).*\.(?:tsx?|css)$/;
const BUILT = /\.(?:js|css)$/;

/** Uses that are safe without a test next to them, and why. */
const EXCEPTIONS: Record<string, string> = {
	"navigator.share": "canShareBySystem() asks first",
	"::selection": "the colour of marked text: iOS keeps its own",
	"@property": "of Tailwind, which writes an @supports for browsers without it",
};

/** The files of the built client, or of the sources that run in browsers, each with what they use above the floor. */
export async function usesAboveFloor(what: "sources" | "build"): Promise<{ file: string; uses: Use[] }[]> {
	const table = compatTable(BROWSER_FLOOR);
	const [folders, pattern] = what === "build" ? [["dist/client"], BUILT] : [["client/src", "shared"], SOURCES];
	const found: { file: string; uses: Use[] }[] = [];
	for (const folder of folders) {
		for (const name of await readdir(path.join(ROOT, folder), { recursive: true })) {
			if (!pattern.test(name)) continue;
			const file = `${folder}/${name}`;
			const text = await readFile(path.join(ROOT, file), "utf8");
			const uses = name.endsWith(".css") ? styleUses(text, table) : scriptUses(file, text, table);
			found.push({ file, uses: uses.filter(({ api }) => !(api in EXCEPTIONS)) });
		}
	}
	return found;
}
