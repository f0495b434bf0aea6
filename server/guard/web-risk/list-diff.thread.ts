import { parentPort, workerData } from "node:worker_threads";
import { standBack } from "#server/work/thread.ts";
import { applyDiff, WrongChecksum } from "./list-diff.ts";

standBack();
try {
	const { present, answer } = workerData;
	// Buffers arrive as plain bytes.
	const list = present && {
		...present,
		prefixes: new Map(
			[...present.prefixes].map(([size, bytes]) => [size, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]),
		),
	};
	parentPort?.postMessage({ diff: applyDiff(list, Buffer.from(answer).toString()) });
} catch (error) {
	if (!(error instanceof WrongChecksum)) throw error;
	// An error's class is lost between threads.
	parentPort?.postMessage({ wrongChecksum: error.message });
}
