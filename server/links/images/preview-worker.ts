import { fork, type Serializable } from "node:child_process";
import path from "node:path";
import { AppError } from "#server/platform/http/app-error.ts";
import type { OrderLimits } from "#server/platform/work/order-limits.ts";
import { usedTimeOf } from "#server/platform/work/used-time.ts";
import { createWorkerClient, type WorkerChannel, WorkerEnded } from "#server/platform/work/worker-client.ts";
import { IMAGE_CUT_OUTSIDE, IMAGE_TOO_HEAVY, IMAGE_TOO_SLOW } from "#shared/links/images/image-file.ts";
import type { Section } from "./make-preview.ts";

export type PreviewOrder = { upload: Uint8Array; section: Section; maxMemory: number };
export type PreviewAnswer =
	| { kind: "made"; jpeg: Uint8Array; isWorn: boolean }
	| { kind: "outside"; isWorn: boolean }
	| { kind: "failed"; problem: string; isWorn: boolean }
	| { kind: "tooHeavy" };

export type PreviewWorker = {
	isFit: () => boolean;
	/**
	 * Creates one preview; the previous one must be finished.
	 * @throws Error for a bad image; AppError "invalid" if the crop is outside it, or it takes too much time or memory;
	 * AppError "unavailable" if the machine is slow; WorkerEnded
	 */
	make: (upload: Buffer, section: Section) => Promise<Buffer>;
	/** Kills the process, even during an image. */
	stop: () => void;
};

/** Limits per image: time, and memory of its process in bytes. */
export type PreviewLimits = Required<OrderLimits> & { maxMemory: number };

/** Otherwise glibc retains the decoders' large blocks in fragments that later images can't use. */
const ENV = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };
const NODE_FLAGS = ["--max-old-space-size=64", "--max-semi-space-size=2"];

/** Starts a process that creates previews one at a time, within these limits. */
export function startPreviewWorker({ maxMemory, ...limits }: PreviewLimits, start = startProcess): PreviewWorker {
	let finished = 0;
	let isFit = true;
	const child = createWorkerClient<PreviewOrder, PreviewAnswer>({
		start,
		...limits,
		ended: () => {
			isFit = false;
		},
	});

	async function make(upload: Buffer, section: Section): Promise<Buffer> {
		const answer = await child.ask({ upload, section, maxMemory }).catch((error: unknown) => {
			throw error instanceof WorkerEnded && error.over ? REFUSALS[error.over](error) : error;
		});
		finished += 1;
		isFit &&= answer.kind !== "tooHeavy" && !answer.isWorn;
		switch (answer.kind) {
			case "made":
				return Buffer.from(answer.jpeg);
			case "outside":
				throw new AppError("crop_outside_image", IMAGE_CUT_OUTSIDE, { field: "imageCut" });
			case "failed":
				throw new Error(answer.problem);
			case "tooHeavy":
				child.stop();
				// Some of its memory may be from earlier images.
				if (finished > 1) throw new WorkerEnded("It grew too large", { wasReady: true });
				throw new AppError("image_too_heavy", IMAGE_TOO_HEAVY);
		}
	}

	return { isFit: () => isFit, make, stop: child.stop };
}

const REFUSALS = {
	costly: (cause: Error) => new AppError("image_too_slow", IMAGE_TOO_SLOW, { cause }),
	late: (cause: Error) => new AppError("unavailable", "Please try again.", { cause, retryAfterSeconds: 5 }),
};

/** Run from source, the worker needs tsx too. */
function startProcess(): WorkerChannel {
	const ending = path.extname(import.meta.filename);
	const isSource = ending === ".ts";
	const file = path.join(import.meta.dirname, `make-preview.process${ending}`);
	const started = fork(file, {
		// Code that parses users' files gets no secrets.
		env: ENV,
		serialization: "advanced",
		execArgv: [...NODE_FLAGS, ...(isSource ? ["--import", "tsx"] : ["--enable-source-maps"])],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	started.unref();
	started.channel?.unref();
	return Object.assign(started, {
		usedMs: () => usedTimeOf(String(started.pid)),
		postMessage: (message: unknown) => void (started.connected && started.send(message as Serializable)),
		terminate() {
			if (started.connected) started.disconnect();
			// No other signal stops a process that is decoding.
			started.kill("SIGKILL");
		},
	});
}
