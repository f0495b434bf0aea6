import type { Logger } from "pino";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { WorkerEnded } from "#server/platform/work/worker-client.ts";
import { IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import { AT_ONCE } from "./image-pipeline.ts";
import type { Section } from "./make-preview.ts";
import { type PreviewLimits, type PreviewWorker, startPreviewWorker } from "./preview-worker.ts";

export type PreviewProcess = {
	/**
	 * Creates a preview as `makePreview` does, in a process of its own.
	 * @throws Error for a bad image; AppError "invalid" if the crop is outside it, it takes too much time (P59) or memory,
	 * or two processes died of it; AppError "unavailable" if none could start, or the machine is slow
	 */
	make: (upload: Buffer, section?: Section) => Promise<Buffer>;
	/** Kills the processes, even busy ones. */
	stop: () => void;
};

/** Checked often enough for the process to stay below 300 MB. */
const MAX_MEMORY = 280 * 1024 * 1024;
const LIMITS = { workMs: DEADLINES.imageWork, deadlineMs: DEADLINES.image, maxMemory: MAX_MEMORY };

type Options = { log: Logger; start?: typeof startPreviewWorker } & Partial<PreviewLimits>;

/** Large buffers would cause GC pauses here, and a decoder crash must affect nothing else (rows E8, E14, E18). */
export function createPreviewProcess(options: Options) {
	const { log, start = startPreviewWorker, ...changes } = options;
	const limits: PreviewLimits = { ...LIMITS, ...changes };
	const idle: PreviewWorker[] = [];
	const busy = new Set<PreviewWorker>();
	let isStopped = false;

	async function makeIn(worker: PreviewWorker, upload: Buffer, section: Section): Promise<Buffer> {
		busy.add(worker);
		try {
			return await worker.make(upload, section);
		} catch (error) {
			if (error instanceof AppError || error instanceof WorkerEnded)
				log.warn({ err: error }, "a process that makes pictures was ended");
			throw error;
		} finally {
			busy.delete(worker);
			// At shutdown, busy workers have already been stopped.
			if (!isStopped && worker.isFit() && idle.length < AT_ONCE) idle.push(worker);
			else if (!isStopped) worker.stop();
		}
	}

	function fitWorker(): PreviewWorker {
		for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.isFit()) return worker;
		return start(limits);
	}

	return {
		async make(upload, section = {}) {
			// The process may have died of something else, so the image gets a second one.
			const firstTry = makeIn(fitWorker(), upload, section);
			return await firstTry.catch((error: unknown) => {
				if (!(error instanceof WorkerEnded) || isStopped) throw error;
				return makeIn(start(limits), upload, section).catch((again: unknown) => {
					throw again instanceof WorkerEnded ? givenUp(again) : again;
				});
			});
		},
		stop() {
			isStopped = true;
			for (const worker of [...idle.splice(0), ...busy]) worker.stop();
		},
	} satisfies PreviewProcess;
}

function givenUp(error: WorkerEnded): AppError {
	if (error.wasReady) return new AppError("image_unreadable", IMAGE_UNREADABLE, { cause: error });
	return new AppError("unavailable", "Please try again.", { cause: error, retryAfterSeconds: 5 });
}
