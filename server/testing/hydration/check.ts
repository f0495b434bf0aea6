import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../machine/root.ts";
import { hiddenDifferences } from "./hydration.ts";

/** Part of `npm run lint`: no part of a page keeps the text of its pre-rendered HTML. */
const folder = path.join(ROOT, "client/src");
const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
const lines: string[] = [];
for (const name of names) {
	const found = hiddenDifferences(await readFile(path.join(folder, name), "utf8"));
	lines.push(...found.map((line) => `  client/src/${name}:${line} use useSyncExternalStore, as useYear does`));
}
const verdict = lines.length === 0 ? "none hides a difference to its HTML" : `hide a difference:\n${lines.join("\n")}`;
process.stdout.write(`${names.length} client files: ${verdict}\n`);
if (lines.length > 0) process.exitCode = 1;
