import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { AppError } from "#server/http/app-error.ts";
import { IMAGE_CUT_OUTSIDE, IMAGE_TOO_HEAVY, IMAGE_TOO_SLOW } from "#shared/links/image-file.ts";
import type { Section } from "./make-preview.ts";

/** `maxMemory`: bytes that the process may hold. */
export type PreviewOrder = { upload: Uint8Array; section: Section; maxMemory: number };
export type PreviewAnswer =
	| { kind: "ready" }
	| { kind: "made"; jpeg: Uint8Array; isWorn: boolean }
	| { kind: "outside"; isWorn: boolean }
	| { kind: "failed"; problem: string; isWorn: boolean }
	| { kind: "tooHeavy" };

/** The process ended over its picture, which need not be the reason, or could not be started. */
export class WorkerEnded extends Error {
	readonly wasReady: boolean;

	constructor(message: string, { wasReady }: { wasReady: boolean }) {
		super(message);
		this.name = "WorkerEnded";
		this.wasReady = wasReady;
	}
}

export type PreviewWorker = {
	/** Whether it can take another picture. */
	isFit: () => boolean;
	/**
	 * Makes one preview; the one before must be finished.
	 * @throws Error when the picture is no good; AppError "invalid" when the section is not within it, or it takes too much
	 * time or memory; WorkerEnded.
	 */
	make: (upload: Buffer, section: Section) => Promise<Buffer>;
	/** Ends it; nothing may be under way. */
	stop: () => void;
};

/** What one picture may take: wall-clock time, and memory of its process in bytes. */
export type PreviewLimits = { deadlineMs: number; maxMemory: number };
type Pending = { resolve: (jpeg: Buffer) => void; reject: (error: Error) => void; deadline: NodeJS.Timeout };

/** However slow the machine is: a process that has not started by then is given up. */
const START_MS = 15_000;

/**
 * Keeps a process small. Without the first two, what a picture took is kept for the next ones, in pieces that fit none
 * of them: decoders take and leave large blocks.
 */
const ENV = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };
const NODE_FLAGS = ["--max-old-space-size=64", "--max-semi-space-size=2"];

/** Starts a process that makes previews, one at a time and each within these limits. */
export function startPreviewWorker({ deadlineMs, maxMemory }: PreviewLimits): PreviewWorker {
	const child = startProcess();
	let pending: Pending | null = null;
	let isReady = false;
	let finished = 0;
	let isFit = true;

	function finish(settle: (pending: Pending) => void): void {
		const settled = pending;
		pending = null;
		finished += 1;
		clearTimeout(settled?.deadline);
		if (settled) settle(settled);
	}

	/** Nothing less ends a process that is busy with a picture. */
	function end(error: Error): void {
		isFit = false;
		child.kill("SIGKILL");
		finish(({ reject }) => reject(error));
	}

	function deadline(): NodeJS.Timeout {
		if (isReady) return setTimeout(() => end(new AppError("invalid", IMAGE_TOO_SLOW)), deadlineMs);
		return setTimeout(() => end(new WorkerEnded("did not start in time", { wasReady: false })), START_MS);
	}

	child.on("message", (answer: PreviewAnswer) => {
		switch (answer.kind) {
			case "ready":
				isReady = true;
				clearTimeout(pending?.deadline);
				if (pending) pending.deadline = deadline();
				break;
			case "tooHeavy":
				// Some of it may be of pictures before this one.
				if (finished > 0) end(new WorkerEnded("grew too large", { wasReady: true }));
				else end(new AppError("invalid", IMAGE_TOO_HEAVY));
				break;
			case "made":
				isFit &&= !answer.isWorn;
				finish(({ resolve }) => resolve(Buffer.from(answer.jpeg)));
				break;
			case "outside":
				isFit &&= !answer.isWorn;
				finish(({ reject }) => reject(new AppError("invalid", IMAGE_CUT_OUTSIDE)));
				break;
			case "failed":
				isFit &&= !answer.isWorn;
				finish(({ reject }) => reject(new Error(answer.problem)));
		}
	});
	child.once("exit", (code, signal) => end(new WorkerEnded(`ended with ${signal ?? code}`, { wasReady: isReady })));
	// It could not be started, or not be spoken to.
	child.on("error", (error) => end(new WorkerEnded(error.message, { wasReady: isReady })));

	return {
		isFit: () => isFit,
		make: (upload, section) =>
			new Promise((resolve, reject) => {
				pending = { resolve, reject, deadline: deadline() };
				child.send({ upload, section, maxMemory } satisfies PreviewOrder);
			}),
		stop() {
			if (child.connected) child.disconnect();
			// Left alone it would first finish what it draws.
			child.kill("SIGKILL");
		},
	};
}

/** Source is run by tsx, as the rest of it is then. */
function startProcess(): ChildProcess {
	const ending = path.extname(import.meta.filename);
	const isSource = ending === ".ts";
	const file = path.join(import.meta.dirname, `make-preview.process${ending}`);
	const started = fork(file, {
		// What reads strangers' files is told no secrets.
		env: ENV,
		serialization: "advanced",
		execArgv: [...NODE_FLAGS, ...(isSource ? ["--import", "tsx"] : ["--enable-source-maps"])],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	started.unref();
	started.channel?.unref();
	return started;
}
