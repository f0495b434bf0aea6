import { parentPort } from "node:worker_threads";
import { rest, standBack } from "#server/work/thread.ts";
import type { ReadAnswer, ReadOrder } from "./page-reader.ts";
import { readPage } from "./read-page.ts";

/** Reads pages for the thread that started this one, one at a time. */
parentPort?.on("message", ({ asked, url, publicOrigin, ...answer }: ReadOrder) => {
	try {
		tell({ page: readPage({ ...answer, asked: new URL(asked), url: new URL(url) }, { publicOrigin, rest }) });
	} catch (error) {
		tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
	}
});

function tell(it: ReadAnswer | "ready"): void {
	parentPort?.postMessage(it);
}

standBack();
tell("ready");
