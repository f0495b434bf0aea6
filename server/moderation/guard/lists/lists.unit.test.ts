import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { entriesOf, entryOf, keyOf } from "./list-keys.ts";
import { createLists } from "./lists.ts";
import { hasKey, readList } from "./read-list.ts";

const log = pino({ level: "silent" });
const folder = mkdtempSync(join(tmpdir(), "lists-"));
const file = (name: string, lines: string[]) => {
	const path = join(folder, name);
	writeFileSync(path, lines.join("\n"));
	return path;
};

afterEach(() => void vi.useRealTimers());

describe("P386: lines of a list", () => {
	it.each([
		["evil.example", "evil.example"],
		["EVIL.example.", "evil.example"],
		["0.0.0.0 evil.example # since May", "evil.example"],
		["||evil.example^", "evil.example"],
		["*.evil.example", "evil.example"],
		["https://evil.example/", "evil.example"],
		["http://Evil.example/login?a=1#x", "evil.example/login?a=1"],
		["evil.example/login", "evil.example/login"],
		["bücher.example", "xn--bcher-kva.example"],
		["198.51.100.7", "198.51.100.7"],
		["# a comment", null],
		["! a comment", null],
		["localhost", null],
		["", null],
		["two words", null],
	])("%s is %s", (line, entry) => {
		expect(entryOf(line)).toBe(entry);
	});

	it("an address is found by itself, its host and the domains that it is in, and not by a suffix", () => {
		expect(entriesOf(new URL("https://a.b.evil.co.uk/x?y=1#z"))).toEqual([
			"a.b.evil.co.uk/x?y=1",
			"a.b.evil.co.uk",
			"b.evil.co.uk",
			"evil.co.uk",
		]);
		expect(entriesOf(new URL("https://ada.github.io/"))).not.toContain("github.io");
	});
});

describe("P386: lists in memory", () => {
	it("names the list, by host and by address", async () => {
		const places = [
			{ name: "hosts", place: file("hosts.txt", ["# hosts", "evil.example", "evil.example"]) },
			{ name: "pages", place: file("pages.txt", ["https://honest.example/hacked"]) },
			{ name: "away", place: join(folder, "missing.txt") },
		];
		let changes = 0;
		const changed = async () => {
			changes += 1;
		};
		const lists = createLists({ places, changed, log, now: () => new Date(), read: readList });
		lists.work.start();
		await lists.work.run();
		const names = (address: string) => lists.listed(new URL(address)).flatMap(({ words }) => words);
		expect(names("https://www.evil.example/a")).toEqual(["hosts"]);
		expect(names("https://honest.example/hacked#top")).toEqual(["pages"]);
		expect(names("https://honest.example/")).toEqual([]);
		expect(names("https://notevil.example/")).toEqual([]);
		// What a list closed stays closed until that list was read.
		const isUnsure = (name: string) => lists.isUnsure({ code: "listed", words: [name], evidence: "closed" });
		expect(["hosts", "away", "no more"].map(isUnsure)).toEqual([false, true, false]);
		await lists.work.run();
		expect(changes).toBe(1);
		file("hosts.txt", ["other.example"]);
		await lists.work.run();
		expect([changes, names("https://www.evil.example/a"), names("https://other.example/")]).toEqual([2, [], ["hosts"]]);
		await lists.work.stop();
	});

	it("stay as they were while their file can't be read", async () => {
		const place = file("kept.txt", ["evil.example"]);
		const lists = createLists({
			...{ places: [{ name: "kept", place }], log, now: () => new Date(), read: readList },
			changed: async () => {},
		});
		await lists.work.run();
		rmSync(place);
		await lists.work.run();
		expect(lists.listed(new URL("https://evil.example/"))).toHaveLength(1);
	});

	it("at an address are read once an hour, whatever files do", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
		const [place, address] = [file("often.txt", ["one.example"]), "https://lists.example/"];
		const asked: string[] = [];
		const read = async (at: string) => {
			asked.push(at);
			return new BigUint64Array(new SharedArrayBuffer(0));
		};
		const places = [place, address].map((at) => ({ name: at, place: at }));
		const lists = createLists({ places, log, now: () => new Date(), read, changed: async () => {} });
		lists.work.start();
		await vi.advanceTimersByTimeAsync(50 * 60_000);
		expect(asked).toEqual([place, address]);
		writeFileSync(place, "another.example");
		while (asked.length < 3) {
			await new Promise(setImmediate);
			// Next to the next hour's timer, one that looks at the file.
			if (vi.getTimerCount() > 1) await vi.advanceTimersByTimeAsync(150);
		}
		await vi.advanceTimersByTimeAsync(10 * 60_000);
		expect(asked.slice(2)).toEqual([place, place, address]);
		await lists.work.stop();
	});

	it("keeps 100,000 hosts in 800,000 bytes, and finds each", async () => {
		const hosts = Array.from({ length: 100_000 }, (_, n) => `host-${n}.example`);
		const keys = await readList(file("large.txt", hosts));
		expect(keys.buffer.byteLength).toBe(800_000);
		expect(hosts.filter((host) => !hasKey(keys, keyOf(host)))).toEqual([]);
		expect(hasKey(keys, keyOf("host-100000.example"))).toBe(false);
	});
});
