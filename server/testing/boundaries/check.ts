import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "../machine/root.ts";
import { violations } from "./boundaries.ts";

/** Part of `npm run lint`: the rules of docs/architecture.md on who imports whom. */
const files = new Map<string, string>();
for (const top of ["server", "shared", "client"]) {
	for (const name of await readdir(path.join(ROOT, top), { recursive: true })) {
		if (/\.tsx?$/.test(name)) files.set(`${top}/${name}`, await readFile(path.join(ROOT, top, name), "utf8"));
	}
}
const broken = violations(files, packageJson.imports);
process.stdout.write(
	`${files.size} files: ${broken.length === 0 ? "every import keeps the rules" : broken.join("\n")}\n`,
);
if (broken.length > 0) process.exitCode = 1;
