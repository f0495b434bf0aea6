import { expect, test, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { OrderLimits } from "#server/platform/work/order-limits.ts";
import { StandInWorker } from "#server/testing/app/stand-in-worker.ts";
import { createFileReader, type FileAnswer } from "./file-reader.ts";
import type { ValidatedRow } from "./judge-row.ts";

const log = { warn: vi.fn() };
const nobody = new AbortController().signal;
const asked = { userId: "ada", maxRows: 5_000, signal: nobody };
const bytes = () => new TextEncoder().encode("url\nhttps://example.com/");

/** Threads that answer as `answer` says, if at all. */
function madeUpThreads(answer: (order: unknown) => FileAnswer | Error | null, { uses = 0 } = {}) {
	const threads: StandInWorker[] = [];
	const start = () => {
		const thread = Object.assign(new StandInWorker(), { uses });
		thread.on("order", (order) => {
			const said = answer(order);
			if (said) setImmediate(() => (said instanceof Error ? thread.emit("error", said) : thread.answer(said)));
		});
		threads.push(thread);
		return thread;
	};
	return { start, threads };
}
const LIMITS = { workMs: DEADLINES.importFileWork, deadlineMs: DEADLINES.importFile };
const reader = (threads: { start: () => StandInWorker }, limits: OrderLimits = {}) =>
	createFileReader({ ownOrigins: ["https://v.example"], log: log as never, ...threads, ...LIMITS, ...limits });
const silent = (options = {}) => madeUpThreads(() => null, options);
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("rows come a hundred at a time, each when the one before was taken in, and the thread ends with its file", async () => {
	const parts = [100, 100, 7, 0];
	const { start, threads } = madeUpThreads((message) =>
		message === "more"
			? { rows: Array<ValidatedRow>(parts.shift() ?? 0).fill({} as ValidatedRow) }
			: { shape: "dub", columns: [], encoding: "utf-8" },
	);
	const read = await reader({ start }).read(bytes(), asked);
	expect([read.shape, read.rows.length]).toEqual(["dub", 207]);
	expect(threads[0]?.orders.slice(1)).toEqual(["more", "more", "more", "more"]);
	expect(threads[0]?.terminated).toBe(1);
});

test("rows of a thread that answers at once are taken in over several turns of the event loop (P255)", async () => {
	let [turns, parts, isOver] = [0, 20, false];
	const counting = (async () => {
		for (; !isOver; turns += 1) await soon();
	})();
	const start = () => {
		const thread = new StandInWorker();
		thread.on("order", (order) => {
			computeLongerThanASlice();
			parts -= order === "more" ? 1 : 0;
			const said = order === "more" ? { rows: Array(Math.sign(parts)).fill({}) } : { shape: "dub" };
			queueMicrotask(() => thread.answer(said));
		});
		return thread;
	};
	await reader({ start }).read(bytes(), asked);
	isOver = true;
	await counting;
	expect(turns).toBeGreaterThanOrEqual(20);
});

function computeLongerThanASlice(): void {
	const until = performance.now() + 5;
	while (performance.now() < until);
}

test("a client that disconnects ends the thread, and the next file is read", async () => {
	const { start, threads } = silent();
	const gone = new AbortController();
	const { read } = reader({ start });
	const first = read(bytes(), { ...asked, signal: gone.signal });
	const second = read(bytes(), { ...asked, userId: "bob" });
	second.catch(() => undefined);
	await soon();
	expect(threads).toHaveLength(1);
	gone.abort();
	await expect(first).rejects.toBe(gone.signal.reason);
	await expect.poll(() => threads).toHaveLength(2);
	expect(threads.map(({ terminated }) => terminated)).toEqual([1, 0]);
});

test("accounts take turns: many files of one do not keep another waiting", async () => {
	const { start, threads } = silent();
	const { read } = reader({ start });
	const gone = new AbortController();
	const files = ["ada", "ada", "ada", "bob"].map((userId) => read(bytes(), { ...asked, userId, signal: gone.signal }));
	await expect(files[2]).rejects.toMatchObject({ kind: "too_many", retryAfterSeconds: 30 });
	expect(threads).toHaveLength(1);
	gone.abort();
	await Promise.allSettled(files);
});

test("a file that costs too much is refused, one that a late machine doesn't read is tried again (P492)", async () => {
	const costly = silent({ uses: 10 });
	await expect(reader(costly, { workMs: 1 }).read(bytes(), asked)).rejects.toMatchObject({ code: "file_too_slow" });
	expect(costly.threads[0]?.terminated).toBe(1);
	const late = silent();
	const again = { status: 503, retryAfterSeconds: 30 };
	await expect(reader(late, { deadlineMs: 1 }).read(bytes(), asked)).rejects.toMatchObject(again);
	expect(late.threads[0]?.terminated).toBe(1);
	log.warn.mockClear();
});

test("what breaks the thread is no fault of the client's", async () => {
	const broken = madeUpThreads(() => new Error("out of memory"));
	await expect(reader(broken).read(bytes(), asked)).rejects.toMatchObject({ kind: "unavailable" });
	expect(log.warn).toHaveBeenCalledTimes(1);
	const refusal = { code: "file_empty" as const, message: "The file has no rows" };
	await expect(reader(madeUpThreads(() => ({ refusal }))).read(bytes(), asked)).rejects.toMatchObject(refusal);
});
