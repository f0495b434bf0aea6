import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openJournal } from "./journal.ts";

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "visualink-journal-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(compactAfterBytes?: number) {
	const values = new Map<string, unknown>();
	const journal = openJournal({
		folder,
		read: (key) => values.get(key),
		all: () => values,
		...(compactAfterBytes !== undefined && { compactAfterBytes }),
	});
	for (const [key, value] of journal.initial) values.set(key, value);
	const set = (key: string, value: unknown) => {
		if (value === undefined) values.delete(key);
		else values.set(key, value);
		journal.touch(key);
	};
	return { journal, set, values };
}

it("keeps the last value of each key, and forgets what was deleted", async () => {
	const first = open();
	first.set("a", 1);
	first.set("b", { text: "ü\n" });
	await first.journal.flush();
	first.set("a", 2);
	first.set("b", undefined);
	await first.journal.close();
	expect(open().values).toEqual(new Map([["a", 2]]));
});

it("writes in one group what changes while another is being written, and loses nothing", async () => {
	const { journal, set } = open();
	const flushes = Array.from({ length: 200 }, (_, n) => {
		set(`key${n}`, n);
		return journal.flush();
	});
	await Promise.all(flushes);
	await journal.close();
	const written = await readFile(join(folder, "state.jsonl"), "utf8");
	expect(written.trimEnd().split("\n")).toHaveLength(2);
	expect(open().values.size).toBe(200);
});

it("loses nothing that changes or goes while the file is rewritten", async () => {
	const { journal, set, values } = open(1);
	for (let key = 0; key < 1_000; key++) set(`key ${key}`, key);
	await journal.flush();
	set("first", "of the group that rewrites");
	const rewriting = journal.flush();
	let turns = 0;
	const change = () => {
		if (turns === 100) return;
		set(`key ${turns}`, turns % 3 === 0 ? undefined : "changed");
		set(`key ${999 - turns}`, "changed, too");
		turns += 1;
		setImmediate(change);
	};
	setImmediate(change);
	await rewriting;
	while (turns < 100) await new Promise((resolve) => setImmediate(resolve));
	await journal.close();
	expect(open().values).toEqual(values);
});
