import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { MIGRATIONS } from "#server/testing/machine/root.ts";

type Entry = { idx: number; tag: string; when: number };
const { entries } = JSON.parse(readFileSync(path.join(MIGRATIONS, "meta/_journal.json"), "utf8")) as {
	entries: Entry[];
};

it("each migration has its number, its place in the journal, and a later time than the one before", () => {
	const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
	expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
	expect(entries.map(({ idx, tag }) => [idx, Number(tag.slice(0, 4))])).toEqual(entries.map((_, at) => [at, at]));
	// A database takes only migrations that are later than its newest.
	expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).sort((one, other) => one - other));
});

it("only the newest migration has a snapshot, which is all that the generator reads", () => {
	const last = entries.at(-1)?.tag.slice(0, 4);
	expect(readdirSync(path.join(MIGRATIONS, "meta")).sort()).toEqual([`${last}_snapshot.json`, "_journal.json"]);
});
