import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createFileReader, type FileAnswer, type FileThread } from "./file-reader.ts";
import type { JudgedRow } from "./judge-row.ts";

const log = { warn: vi.fn() };
const nobody = new AbortController().signal;
const asked = { userId: "ada", maxRows: 5_000, signal: nobody };
const bytes = () => new TextEncoder().encode("url\nhttps://example.com/");

/** Threads that answer as `answer` says, if at all. */
function madeUpThreads(answer: (message: unknown, n: number) => FileAnswer | Error | null) {
	const threads: (EventEmitter & { terminate: ReturnType<typeof vi.fn>; heard: unknown[] })[] = [];
	const start = () => {
		const heard: unknown[] = [];
		const thread = Object.assign(new EventEmitter(), {
			heard,
			terminate: vi.fn(async () => 0),
			postMessage(message: unknown) {
				heard.push(message);
				const told = answer(message, threads.length);
				if (told) setImmediate(() => thread.emit(told instanceof Error ? "error" : "message", told));
			},
		});
		threads.push(thread);
		return thread as unknown as FileThread;
	};
	return { start, threads };
}
const reader = (threads: { start: () => FileThread }, limitMs?: number) =>
	createFileReader({ publicOrigin: "https://v.example", log: log as never, ...threads, ...(limitMs && { limitMs }) });
const silent = () => madeUpThreads(() => null);
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("rows come a hundred at a time, each when the one before was taken in, and the thread ends with its file", async () => {
	const parts = [100, 100, 7, 0];
	const { start, threads } = madeUpThreads((message) =>
		message === "more" ? { rows: Array<JudgedRow>(parts.shift() ?? 0).fill({} as JudgedRow) } : { shape: "dub" },
	);
	const read = await reader({ start }).read(bytes(), asked);
	expect([read.shape, read.rows.length]).toEqual(["dub", 207]);
	expect(threads[0]?.heard.slice(1)).toEqual(["more", "more", "more", "more"]);
	expect(threads[0]?.terminate).toHaveBeenCalledOnce();
});

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
	await vi.waitFor(() => expect(threads).toHaveLength(2));
	expect(threads.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0]);
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

test("a file that takes too long is refused, and what breaks the thread is no fault of the client's", async () => {
	const slow = silent();
	await expect(reader(slow, 1).read(bytes(), asked)).rejects.toMatchObject({ kind: "invalid" });
	expect(slow.threads[0]?.terminate).toHaveBeenCalledOnce();
	const broken = madeUpThreads(() => new Error("out of memory"));
	await expect(reader(broken).read(bytes(), asked)).rejects.toMatchObject({ kind: "unavailable" });
	expect(log.warn).toHaveBeenCalledTimes(2);
	const refusal = { kind: "invalid" as const, message: "The file has no rows" };
	await expect(reader(madeUpThreads(() => ({ refusal }))).read(bytes(), asked)).rejects.toMatchObject(refusal);
});
