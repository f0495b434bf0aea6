import { parentPort, workerData } from "node:worker_threads";
import { standBack } from "#server/work/thread.ts";
import { applyDiff, WrongChecksum } from "./list-diff.ts";
import { receivedPrefixes } from "./prefixes.ts";

standBack();
try {
	const { present, answer } = workerData;
	const list = present && { ...present, prefixes: receivedPrefixes(present.prefixes) };
	parentPort?.postMessage({ diff: applyDiff(list, Buffer.from(answer).toString()) });
} catch (error) {
	if (!(error instanceof WrongChecksum)) throw error;
	// An error's class is lost between threads.
	parentPort?.postMessage({ wrongChecksum: error.message });
}
