import { readlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker, workerData } from "node:worker_threads";
import { usedTimeOf } from "./used-time.ts";
import type { WorkerChannel } from "./worker-client.ts";

/**
 * Of a thread's own heap; buffers are outside it. A thread that exceeds this in a single step ends the whole process, so the
 * worst input of each thread takes less than half (`server/testing/adversarial/thread-memory.extended.test.ts`).
 */
export const THREAD_MEMORY_MB = 96;
const YOUNG_MB = 16;
/** How much nicer than the rest of the process, as `nice` counts. */
const NICER = 5;
const NICEST = 19;
/** Long enough for the system to give the processor to anyone who waits for it, in milliseconds. */
const REST_MS = 0.5;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/** `data`: what the thread is started with. `memoryMb`: the limit of its heap. */
type Options = { data?: object; memoryMb?: number; withEnvironment?: boolean };

/**
 * Starts a file as a thread, without the environment, because code that parses users' bytes gets no secrets. It doesn't
 * keep the process alive. Its processing time is counted from when it stands back.
 * @param name of the file without its ending, which is in the same folder as its caller's file, `from`
 * @param options `withEnvironment`: a copy of it, in which the AWS SDK finds the machine's credentials
 */
export function startThread(
	from: string,
	name: string,
	{ data = {}, memoryMb = THREAD_MEMORY_MB, withEnvironment = false }: Options = {},
): Worker & Required<Pick<WorkerChannel, "usedMs">> {
	const ending = path.extname(from);
	const file = pathToFileURL(path.join(path.dirname(from), `${name}${ending}`));
	const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
	const systemId = new Int32Array(new SharedArrayBuffer(4));
	const options = { ...(!withEnvironment && { env: {} }), resourceLimits, workerData: { ...data, systemId } };
	// Source runs through tsx, which threads don't inherit.
	const fromSource = `import("tsx/esm/api").then(({ register }) => register() && import("${file}"))`;
	const worker = ending === ".ts" ? new Worker(fromSource, { ...options, eval: true }) : new Worker(file, options);
	worker.unref();
	return Object.assign(worker, { usedMs: () => usedTimeOf(`self/task/${systemId[0]}`) });
}

/**
 * Lowers this thread's priority below the main one's, where the system schedules threads individually (Linux), and tells
 * the thread that started it which one it is.
 */
export function lowerPriority(): void {
	try {
		const id = Number(path.basename(readlinkSync("/proc/thread-self")));
		(workerData as { systemId: Int32Array }).systemId[0] = id;
		os.setPriority(id, Math.min(os.getPriority(process.pid) + NICER, NICEST));
	} catch {
		// It works as well, and others wait a little longer.
	}
}

/**
 * Lets go of the processor for a moment, in the midst of long work; never on a thread that visitors wait for. However nice a
 * thread is, Linux lets it end its slice of some milliseconds before who has just become ready goes on.
 */
export function rest(): void {
	Atomics.wait(nothing, 0, 0, REST_MS);
}

/** These bytes in memory of their own, which can be handed to another thread; a copy where others lie next to them. */
export function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const isAlone = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
	return isAlone ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
