import type { Logger } from "pino";
import type { Pictures } from "./pictures.service.ts";

const HOUR_MS = 60 * 60 * 1000;

export type PictureSweep = { start(): void; stop(): Promise<void> };

/** Sweeps unused pictures away every hour. */
export function createPictureSweep({ pictures, log }: { pictures: Pictures; log: Logger }): PictureSweep {
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> = Promise.resolve();

	async function sweep(): Promise<void> {
		try {
			const removed = await pictures.sweep();
			if (removed > 0) log.info({ removed }, "unused pictures were removed");
		} catch (error) {
			log.error({ err: error }, "unused pictures could not be removed");
		}
	}

	return {
		start() {
			timer = setInterval(() => {
				running = sweep();
			}, HOUR_MS);
			timer.unref();
		},
		async stop() {
			clearInterval(timer);
			await running;
		},
	};
}
