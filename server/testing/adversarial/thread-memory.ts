import path from "node:path";
import { pino } from "pino";
import { createFileReader } from "#server/links/imports/file-reader.ts";
import { createPageReader } from "#server/links/prefill/page-reader.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { startThread, THREAD_MEMORY_MB } from "#server/platform/work/thread.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { ROOT } from "../machine/root.ts";
import { hostileFile } from "./files.ts";
import { hostilePage } from "./pages.ts";

/** What a process of its own is asked to read: a thread that exceeds its memory may end that process. */
export type MemoryOrder = { kind: "pages" | "files"; names: string[] };

const HALF = { memoryMb: THREAD_MEMORY_MB / 2 };
/** Time is not what is measured here. */
const PATIENCE_MS = 120_000;
const LIMITS = { workMs: PATIENCE_MS, deadlineMs: PATIENCE_MS };
const ownOrigins = ["https://visualink.example"];
const log = pino({ level: "silent" });
const asker = { userId: "ada", signal: new AbortController().signal };

const built = (file: string) => path.join(ROOT, "dist/server", file);
const pages = createPageReader({
	...{ ownOrigins, log, ...LIMITS, waitMs: PATIENCE_MS },
	start: () => startThread(built("links/prefill/page-reader.js"), "read-page.thread", HALF),
});
const files = createFileReader({
	...{ ownOrigins, log, ...LIMITS },
	start: () => startThread(built("links/imports/file-reader.js"), "read-file.thread", HALF),
});

const read = {
	pages(name: string) {
		const { contentType, bytes } = hostilePage(name);
		const url = new URL("https://example.com/");
		return pages.read({ asked: url, url, status: 200, headers: { "content-type": contentType }, bytes }, asker);
	},
	files: (name: string) => files.read(hostileFile(name), { ...asker, maxRows: IMPORT_LIMITS.rows }),
};

/** Answers with the names of those that the built thread can't read with half of a thread's memory. */
process.once("message", async ({ kind, names }: MemoryOrder) => {
	const failed: string[] = [];
	for (const name of names) {
		await read[kind](name).catch((error: unknown) => {
			// A file may be refused for what it says.
			if (!(error instanceof AppError && error.kind === "invalid")) failed.push(name);
		});
	}
	process.send?.(failed, () => process.exit(0));
});
