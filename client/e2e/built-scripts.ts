import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const ASSETS = "dist/client/assets";
/** How names end. */
const HASH = "-12345678.js";

/**
 * What a browser loads at once for a screen of the built client, beyond what it has from another.
 * @param screen how the name of its script begins, such as `new-link`
 * @param known the screens that were open before; the entry is always
 * @returns KB of gzip of the scripts that are imported statically, the screen's own among them
 */
export function weighScreen(screen: string, known: string[]): number {
	const had = closure(["index", ...known]);
	const bytes = [...closure([screen])].filter((file) => !had.has(file)).map(gzipSize);
	return bytes.reduce((sum, each) => sum + each, 0) / 1000;
}

/** These scripts and all that they import, and so on, by the names of their files. */
function closure(screens: string[]): Set<string> {
	const all = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
	const found = new Set<string>();
	const follow = (file: string) => {
		if (found.has(file)) return;
		found.add(file);
		for (const [, imported = ""] of text(file).matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(imported);
	};
	for (const screen of screens) {
		const own = all.filter((file) => file.slice(0, -HASH.length) === screen);
		if (own.length === 0) throw new Error(`The built client has no script ${screen}.`);
		own.forEach(follow);
	}
	return found;
}

function text(file: string): string {
	return readFileSync(path.join(ASSETS, file), "utf8");
}

function gzipSize(file: string): number {
	return gzipSync(text(file), { level: 9 }).length;
}
