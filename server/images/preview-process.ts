import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { Logger } from "pino";
import { AppError } from "#server/http/app-error.ts";

export type PreviewOrder = { id: number; upload: Uint8Array };
export type PreviewAnswer = { id: number; jpeg: Uint8Array } | { id: number; problem: string };

type Pending = { resolve: (jpeg: Buffer) => void; reject: (error: Error) => void };

export type PreviewProcess = {
	/**
	 * Makes a preview, as `makePreview` does.
	 * @throws Error when the picture is no good; AppError "unavailable" when the process ended over it.
	 */
	make: (upload: Buffer) => Promise<Buffer>;
	/** Ends the process; nothing may be under way. */
	stop: () => void;
};

/**
 * Pictures are made in a process of their own, which the first one starts: large buffers would have this one collect
 * garbage while visitors wait, and a decoder that crashes takes nobody with it (rows E8, E14).
 */
export function createPreviewProcess({ log }: { log: Logger }): PreviewProcess {
	const pending = new Map<number, Pending>();
	let child: ChildProcess | null = null;
	let orders = 0;

	function start(): ChildProcess {
		const started = startProcess();
		const end = (how: object) => {
			if (child !== started) return;
			child = null;
			log.error(how, "the process that makes pictures ended");
			for (const { reject } of pending.values()) {
				reject(new AppError("unavailable", "Please try again.", { retryAfterSeconds: 5 }));
			}
			pending.clear();
		};
		started.on("message", (answer: PreviewAnswer) => {
			const waiting = pending.get(answer.id);
			pending.delete(answer.id);
			if ("jpeg" in answer) waiting?.resolve(Buffer.from(answer.jpeg));
			else waiting?.reject(new Error(answer.problem));
		});
		started.once("exit", (code, signal) => end({ code, signal }));
		// It could not be started, or not be spoken to.
		started.on("error", (error) => {
			started.kill("SIGKILL");
			end({ err: error });
		});
		return started;
	}

	return {
		make: (upload) =>
			new Promise((resolve, reject) => {
				child ??= start();
				orders += 1;
				pending.set(orders, { resolve, reject });
				child.send({ id: orders, upload } satisfies PreviewOrder);
			}),
		stop() {
			const started = child;
			child = null;
			started?.disconnect();
			// Left alone it would first finish what it draws.
			started?.kill("SIGKILL");
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
		env: {},
		serialization: "advanced",
		execArgv: isSource ? ["--import", "tsx"] : ["--enable-source-maps"],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	started.unref();
	started.channel?.unref();
	return started;
}
