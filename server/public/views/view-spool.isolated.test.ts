import { spawnSync } from "node:child_process";
import {
	appendFile,
	type FileHandle,
	mkdir,
	mkdtemp,
	open,
	readdir,
	rm,
	stat,
	symlink,
	utimes,
	writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createViewSpool, type SpoolBatch, type ViewSpool } from "./view-spool.ts";

vi.mock("node:fs/promises", async (load) => {
	const fs = await load<typeof import("node:fs/promises")>();
	return { ...fs, open: vi.fn(fs.open), readdir: vi.fn(fs.readdir) };
});

const MINUTE_MS = 60_000;

let parent: string;
/** Made by the spool itself. */
let dir: string;
let spool: ViewSpool;

beforeEach(async () => {
	parent = await mkdtemp(path.join(os.tmpdir(), "visualink-spool-"));
	dir = path.join(parent, "data", "spool");
	spool = createViewSpool({ dir });
});
afterEach(async () => {
	vi.restoreAllMocks();
	vi.useRealTimers();
	await spool.close();
	await rm(parent, { recursive: true, force: true });
});

const views = (count: number) => Array.from({ length: count }, (_, n) => countedView({ linkId: n + 1 }));
async function batchesIn(segment: string, size = 1_000): Promise<SpoolBatch[]> {
	const batches: SpoolBatch[] = [];
	for await (const batch of spool.read(segment, size)) batches.push(batch);
	return batches;
}
/** All of a segment in one batch. */
async function contentOf(segment: string) {
	const [batch = { views: [], damaged: 0 }, ...more] = await batchesIn(segment);
	expect(more).toEqual([]);
	return batch;
}
const linkIdsIn = async (segment: string) => (await contentOf(segment)).views.map(({ linkId }) => linkId);
/** What the disk does, seen from within: every open file has these methods. */
async function fileMethods(): Promise<FileHandle> {
	const file = await open(os.devNull);
	await file.close();
	return Object.getPrototypeOf(file);
}
function diskFull(): Error {
	return Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
}

test("what is appended is read again, whole and in order, however many append at once", async () => {
	const all = views(300);
	await Promise.all(all.map((view) => spool.append([view])));
	const [segment = ""] = await spool.seal();
	expect(await contentOf(segment)).toEqual({ views: all, damaged: 0 });
});

test("a segment is read in batches of the size that is asked for, each damaged record told once", async () => {
	// Longer than what the disk gives at once, with characters of several bytes at every place.
	const all = Array.from({ length: 7 }, (_, n) => countedView({ attribution: "é😀".repeat(5_000 + n) }));
	await spool.append(all.slice(0, 4));
	const [segment = ""] = await readdir(dir);
	await appendFile(path.join(dir, segment), "00000000 {}\n");
	await spool.append(all.slice(4));
	const batches = await batchesIn(segment, 3);
	expect(batches.map(({ views }) => views.length)).toEqual([3, 3, 1]);
	expect(batches.flatMap(({ views }) => views)).toEqual(all);
	expect(batches.map(({ damaged }) => damaged)).toEqual([0, 1, 0]);
});

test("it is on the disk, with the name of its file, before anybody is told so", async () => {
	const methods = await fileMethods();
	const done: string[] = [];
	const { datasync, sync } = methods;
	vi.spyOn(methods, "datasync").mockImplementation(async function (this: FileHandle) {
		await datasync.call(this);
		done.push("content");
	});
	vi.spyOn(methods, "sync").mockImplementation(async function (this: FileHandle) {
		await sync.call(this);
		done.push("folder");
	});
	await spool.append(views(1));
	expect(done).toEqual(["folder", "content"]);
	await spool.append(views(1));
	expect(done).toEqual(["folder", "content", "content"]);
});

test("nobody else on the machine may read it", async () => {
	await spool.append(views(1));
	const [segment = ""] = await readdir(dir);
	expect((await stat(path.join(dir, segment))).mode & 0o777).toBe(0o600);
});

test("every file is closed again", async () => {
	const { mock } = vi.mocked(open);
	const before = mock.results.length;
	await spool.append(views(1));
	await spool.seal();
	await spool.append(views(1));
	await spool.close();
	const files = await Promise.all(mock.results.slice(before).map(({ value }) => value));
	expect(files.map(({ fd }) => fd)).toEqual([-1, -1, -1, -1]);
});

test("each process has segments of its own, whose names tell the machine and the process", async () => {
	const other = createViewSpool({ dir });
	await Promise.all([spool.append(views(1)), other.append(views(1))]);
	await other.close();
	const names = await readdir(dir);
	expect(names).toHaveLength(2);
	for (const name of names) expect(name.startsWith(`${os.hostname()}~${process.pid}~`)).toBe(true);
});

describe("segments", () => {
	test("one takes what comes within half a minute, then the next begins", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		await spool.append(views(1));
		vi.setSystemTime(Date.now() + 30_000);
		await spool.append(views(1));
		expect(await readdir(dir)).toHaveLength(1);
		vi.setSystemTime(Date.now() + 1);
		await spool.append(views(1));
		expect(await readdir(dir)).toHaveLength(2);
	});

	test("one holds 16 MiB, and the batch that crosses it", async () => {
		const megabyte = countedView({ attribution: "x".repeat(1024 * 1024) });
		await spool.append(Array.from({ length: 15 }, () => megabyte));
		await spool.append([megabyte]);
		expect(await readdir(dir)).toHaveLength(1);
		await spool.append([megabyte]);
		expect(await readdir(dir)).toHaveLength(2);
	});

	test("sealed, each is handed out until it is removed, and what comes after is in another", async () => {
		await spool.append(views(1));
		const [first = ""] = await spool.seal();
		await spool.append(views(2));
		expect(await linkIdsIn(first)).toEqual([1]);
		const both = await spool.seal();
		expect(both).toHaveLength(2);
		expect(both).toContain(first);
		await spool.remove(first);
		// Two processes may have replayed it.
		await spool.remove(first);
		const [second = "", ...others] = await spool.seal();
		expect(others).toEqual([]);
		expect(await linkIdsIn(second)).toEqual([1, 2]);
	});

	test("one that is begun while a slow folder is listed is not handed out: its end is still being written", async () => {
		await spool.append(views(1));
		const before = await readdir(dir);
		vi.mocked(readdir).mockImplementationOnce((async (folder: string) => {
			for (let round = 0; round < 50; round++) await stat(folder);
			return readdir(folder);
		}) as typeof readdir);
		const sealed = spool.seal();
		const appended = Promise.all(views(20).map((view) => spool.append([view])));
		expect(await sealed).toEqual(before);
		await appended;
	});

	test("no folder is no segment", async () => {
		expect(await spool.seal()).toEqual([]);
	});
});

describe("whose segment is taken", () => {
	const host = os.hostname();
	const dead = spawnSync(process.execPath, ["--version"]).pid;
	const alive = process.ppid;

	test.each([
		["of a process that lives", `${host}~${alive}~abc~1.views`, 0, false],
		["of a process that lives, and is somebody else's", `${host}~1~abc~1.views`, 0, false],
		["of a process that is gone", `${host}~${dead}~abc~1.views`, 0, true],
		// In a container every process has the same number.
		["of an earlier process with our number", `${host}~${process.pid}~abc~1.views`, 0, true],
		["of another machine", `elsewhere~${dead}~abc~1.views`, 0, false],
		["of another machine, with our number", `elsewhere~${process.pid}~abc~1.views`, 0, false],
		["of another machine, silent for less than two minutes", "elsewhere~1~abc~1.views", 1.9 * MINUTE_MS, false],
		["of another machine, silent for longer", "elsewhere~1~abc~1.views", 2.1 * MINUTE_MS, true],
		[
			"of a process that is gone, when its number is another's by now",
			`${host}~${alive}~abc~1.views`,
			2.1 * MINUTE_MS,
			true,
		],
		["no segment at all", `${host}~${dead}~abc~1.txt`, 10 * MINUTE_MS, false],
	])("%s", async (_, name, silentMs, isTaken) => {
		await mkdir(dir, { recursive: true });
		await writeFile(path.join(dir, name), "");
		const at = new Date(Date.now() - silentMs);
		await utimes(path.join(dir, name), at, at);
		expect(await spool.seal()).toEqual(isTaken ? [name] : []);
	});

	test("of another user's process, which may not be signalled", async () => {
		await mkdir(dir, { recursive: true });
		await writeFile(path.join(dir, `${host}~${dead}~abc~1.views`), "");
		vi.spyOn(process, "kill").mockImplementation(() => {
			throw Object.assign(new Error("EPERM"), { code: "EPERM" });
		});
		expect(await spool.seal()).toEqual([]);
	});

	test("one that is gone by the time it is looked at is nobody's", async () => {
		await mkdir(dir, { recursive: true });
		// A link to nowhere is listed, and its age can't be read.
		await symlink("nowhere", path.join(dir, "elsewhere~1~abc~1.views"));
		expect(await spool.seal()).toEqual([]);
	});
});

describe("a disk that refuses", () => {
	test("half a batch is cut off: what came before and after is whole", async () => {
		const methods = await fileMethods();
		await spool.append(views(2));
		vi.spyOn(methods, "appendFile").mockImplementationOnce(async function (this: FileHandle, data) {
			await this.write((data as Buffer).subarray(0, data.length / 2));
			throw diskFull();
		});
		await expect(spool.append(views(3))).rejects.toThrow("ENOSPC");
		await spool.append(views(1));
		const [segment = "", ...others] = await spool.seal();
		expect(others).toEqual([]);
		expect(await contentOf(segment)).toMatchObject({
			views: [{ linkId: 1 }, { linkId: 2 }, { linkId: 1 }],
			damaged: 0,
		});
	});

	test("a batch that was written and not made safe is not kept", async () => {
		const methods = await fileMethods();
		await spool.append(views(1));
		vi.spyOn(methods, "datasync").mockRejectedValueOnce(diskFull());
		await expect(spool.append(views(3))).rejects.toThrow("ENOSPC");
		const [segment = ""] = await spool.seal();
		expect(await linkIdsIn(segment)).toEqual([1]);
	});

	test("where nothing can be cut off, the segment is left to its good records", async () => {
		const methods = await fileMethods();
		await spool.append(views(2));
		vi.spyOn(methods, "appendFile").mockImplementationOnce(async function (this: FileHandle, data) {
			await this.write((data as Buffer).subarray(0, 20));
			throw diskFull();
		});
		vi.spyOn(methods, "truncate").mockRejectedValueOnce(diskFull());
		await expect(spool.append(views(3))).rejects.toThrow("ENOSPC");
		await spool.append(views(4));
		const segments = await spool.seal();
		const found = await Promise.all(segments.map(linkIdsIn));
		expect(found.sort((a, b) => a.length - b.length)).toEqual([
			[1, 2],
			[1, 2, 3, 4],
		]);
	});
});

test("a damaged record is left out and counted, and no other with it", async () => {
	await spool.append(views(2));
	const [segment = ""] = await readdir(dir);
	await appendFile(path.join(dir, segment), '00000000 {"linkId":99}\n\n');
	await spool.append(views(1));
	expect(await linkIdsIn(segment)).toEqual([1, 2, 1]);
	expect((await contentOf(segment)).damaged).toBe(2);
});
