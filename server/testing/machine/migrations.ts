import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { MIGRATIONS } from "./root.ts";

/**
 * `npm run migrations`: generates a migration from changed tables. Drizzle compares with the newest snapshot only, so the
 * others are deleted. `-- --snapshot`: only writes the snapshot of the tables as they are, under the last migration's name,
 * which is what a merge of two branches with migrations needs.
 */
const META = path.join(MIGRATIONS, "meta");
const journal = z.object({ entries: z.array(z.object({ idx: z.number() })) });
const args = process.argv.slice(2);

if (args.includes("--snapshot")) writeSnapshot();
else generate(args);
const [, ...older] = snapshots();
for (const name of older) rmSync(path.join(META, name));

/** Names of the snapshots, the newest first. */
function snapshots(): string[] {
	return readdirSync(META)
		.filter((name) => name.endsWith("_snapshot.json"))
		.sort()
		.reverse();
}

function generate(options: string[]): void {
	const { status } = spawnSync("drizzle-kit", ["generate", ...options], { stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
}

/** Drizzle's first snapshot in an empty folder is that of all tables. */
function writeSnapshot(): void {
	const { entries } = journal.parse(JSON.parse(readFileSync(path.join(META, "_journal.json"), "utf8")));
	const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-snapshot-"));
	generate(["--dialect=postgresql", "--schema=./shared/**/*.table.ts", `--out=${folder}`, "--casing=snake_case"]);
	for (const name of snapshots()) rmSync(path.join(META, name));
	const last = String(entries.at(-1)?.idx ?? 0).padStart(4, "0");
	cpSync(path.join(folder, "meta/0000_snapshot.json"), path.join(META, `${last}_snapshot.json`));
	rmSync(folder, { recursive: true });
}
