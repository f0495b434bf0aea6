import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { StandInWorker } from "#server/testing/app/stand-in-worker.ts";
import { createPageReader, type PageReader } from "./page-reader.ts";

const url = new URL("https://coast.example/");
const never = new AbortController().signal;
const MB = 1_024 * 1_024;
const UNREADABLE = { kind: "unreachable", message: "The page of coast.example can't be read" };
const OUR_OWN_FAILURE = { kind: "unavailable", message: "Pages can't be read just now. Please try again." };
const PAGE = { title: "A page", description: "", pictures: [], siteName: "", finalUrl: url.href };
const ENDED = "the thread that reads pages was ended";

let pages: PageReader;
let said: Record<string, unknown>[];
beforeEach(() => {
	said = [];
});
afterEach(() => pages.stop());

function reader(options: Partial<Parameters<typeof createPageReader>[0]> = {}): void {
	const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	pages = createPageReader({
		ownOrigins: ["https://visualink.example"],
		log,
		...{ workMs: DEADLINES.pageWork, deadlineMs: DEADLINES.page },
		waitMs: DEADLINES.pageTurn,
		...options,
	});
}

function read(text: string | Uint8Array, { userId = "ada", signal = never } = {}) {
	const headers = { "content-type": "text/html; charset=utf-8" };
	return pages.read({ asked: url, url, status: 200, headers, bytes: Buffer.from(text) }, { userId, signal });
}

it("reads many pages, each for whoever asked", async () => {
	// However slowly the thread starts.
	reader({ waitMs: 60_000 });
	const titles = Array.from({ length: 20 }, (_, n) => `Page ${n}`);
	const gone = read("<title>For nobody</title>", { signal: AbortSignal.abort(new Error("gone")) });
	const all = titles.map((title, n) => read(`<title>${title}</title>`, { userId: `person ${n}` }));
	await expect(gone).rejects.toThrow("gone");
	expect((await Promise.all(all)).map(({ title }) => title)).toEqual(titles);
	expect(said).toEqual([]);
});

it("gives up a page that costs too much, and reads the next one", async () => {
	reader({ workMs: 300, deadlineMs: 600_000, waitMs: 60_000 });
	// A hundred times as much as is ever read of a page.
	const heavy = read(Buffer.alloc(60 * MB, "<p a b c d e f g h i j k l>"));
	const next = read("<title>The next</title>");
	await expect(heavy).rejects.toMatchObject(UNREADABLE);
	expect(await next).toMatchObject({ title: "The next" });
	expect(said).toMatchObject([{ msg: ENDED }]);
});

it("blames a late machine for a page that its thread had no time for (P492)", async () => {
	const thread = new StandInWorker();
	reader({ start: () => thread, deadlineMs: 1 });
	await expect(read("a page")).rejects.toMatchObject(OUR_OWN_FAILURE);
	expect(thread.terminated).toBe(1);
});

it("keeps nobody who has left, and nobody for longer than a page may wait", async () => {
	const thread = new StandInWorker();
	reader({ start: () => thread, deadlineMs: 600_000, waitMs: 500 });
	const leaving = new AbortController();
	const signal = leaving.signal;
	const being = read("being read", { signal });
	await thread.nextOrder();
	const asked = [being, read("behind it", { signal }), read("in line", { userId: "bob", signal })];
	const patient = read("patient", { userId: "cleo" });
	leaving.abort(new Error("gone"));
	for (const each of asked) await expect(each).rejects.toThrow("gone");
	await expect(patient).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
	// What comes of the page that nobody waits for is taken for no other.
	expect(thread.orders).toHaveLength(1);
	const next = read("the next one");
	const begun = thread.nextOrder();
	thread.problem("of the first");
	await begun;
	thread.answer(PAGE);
	expect(await next).toEqual(PAGE);
});

it("refuses what is too much for it, of one person or of all", async () => {
	const thread = new StandInWorker();
	reader({ start: () => thread });
	const hers = Array.from({ length: 4 }, () => read("waits"));
	for (const each of hers) each.catch(() => {});
	await expect(read("one more of hers")).rejects.toMatchObject({ kind: "too_many" });
	for (let n = 0; n < 57; n += 1) read("waits", { userId: `person ${n}` }).catch(() => {});
	read("the 61st that waits", { userId: "bob" }).catch(() => {});
	await expect(hers.at(-1)).rejects.toMatchObject({ kind: "too_many" });
});

it("says in the log that a page broke what reads it, and reads the next one on the same thread", async () => {
	const thread = new StandInWorker();
	reader({ start: () => thread });
	const asked = [read("first"), read("second")];
	await thread.nextOrder();
	const begun = thread.nextOrder();
	thread.problem("RangeError");
	await expect(asked[0]).rejects.toMatchObject(UNREADABLE);
	expect(said).toMatchObject([{ msg: "a page broke what reads it", problem: "RangeError" }]);
	await begun;
	thread.answer(PAGE);
	expect(await asked[1]).toEqual(PAGE);
});

it("says that it is our own failure where the system gives no thread", async () => {
	const cause = new Error("no more threads");
	reader({
		start() {
			throw cause;
		},
	});
	await expect(read("a page")).rejects.toMatchObject({ ...OUR_OWN_FAILURE, cause });
});

it("says in the log that a thread has ended while nobody waited for it, and starts another", async () => {
	const threads = [new StandInWorker(), new StandInWorker()];
	const left = [...threads];
	reader({ start: () => left.shift() ?? new StandInWorker() });
	for (const thread of threads) {
		const page = read("a page");
		await thread.nextOrder();
		thread.answer(PAGE);
		expect(await page).toEqual(PAGE);
		thread.emit("error", new Error("by itself"));
	}
	expect(said).toMatchObject(Array(2).fill({ msg: ENDED, err: { message: "It failed: by itself" } }));
});
