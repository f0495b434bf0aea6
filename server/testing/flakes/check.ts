import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../machine/root.ts";
import { flakesIn } from "./flakes.ts";

/** Part of `npm run lint`: no test depends on the speed, the load or the fonts of a machine. */
const lines: string[] = [];
let count = 0;
for (const top of ["server", "shared", "client"]) {
	for (const name of await readdir(path.join(ROOT, top), { recursive: true })) {
		if (!/\.(?:test|spec)\.tsx?$/.test(name) || name.includes("flakes.unit")) continue;
		count += 1;
		const found = flakesIn(name, await readFile(path.join(ROOT, top, name), "utf8"));
		lines.push(...found.map(({ line, instead }) => `  ${top}/${name}:${line} ${instead}`));
	}
}
const verdict = lines.length === 0 ? "none depends on its machine" : `depend on a machine:\n${lines.join("\n")}`;
process.stdout.write(`${count} test files: ${verdict}\n`);
if (lines.length > 0) process.exitCode = 1;
