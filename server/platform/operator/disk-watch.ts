import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { roomIn, warningOf } from "./data-folder.ts";

const EVERY_MS = 60_000;
const SAY_EVERY_MS = 60 * 60_000;

type Options = {
	dataDir: string;
	log: Logger;
	everyMs?: number;
	room?: typeof roomIn;
};

/** Checks the space for images and spooled views every minute; alerts at once when low, then hourly (P147). */
export function createDiskWatch(options: Options): Pick<Repeated, "start" | "stop"> & { metrics: PartRegistry } {
	const { dataDir, log, everyMs = EVERY_MS, room = roomIn } = options;
	const logLimiter = createRateLimiter({ max: 1, perMs: SAY_EVERY_MS });
	const { start, stop } = repeat({
		everyMs,
		// The start has already checked.
		firstAfterMs: everyMs,
		async work() {
			const warning = warningOf(dataDir, await room(dataDir));
			if (warning === null) logLimiter.reset("low");
			else if (logLimiter.take("low")) log.warn({ alert: "disk" }, warning);
			return undefined;
		},
		failed: (error) => log.error({ err: error, alert: "disk" }, "the disk of DATA_DIR can't be looked at"),
	});
	const metrics = new PartRegistry("disk", async () => {
		const { free, size } = await room(dataDir);
		freeBytes.set(free);
		sizeBytes.set(size);
	});
	const freeBytes = new Gauge({
		name: "visualink_data_dir_free_bytes",
		help: "Room that is left on the disk of DATA_DIR",
		registers: [metrics],
	});
	const sizeBytes = new Gauge({
		name: "visualink_data_dir_size_bytes",
		help: "Size of the disk of DATA_DIR",
		registers: [metrics],
	});
	return { start, stop, metrics };
}
