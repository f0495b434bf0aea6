import { Gauge, Histogram } from "prom-client";
import { AppError } from "#server/platform/http/app-error.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { ImagePipeline } from "./image-pipeline.ts";
import type { Section } from "./make-preview.ts";

/** In seconds; images are given up after ten (P59). */
const UP_TO = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

type Make = (upload: Buffer, section: Section) => Promise<Buffer>;

export function createImageMetrics(): {
	queued: (pipeline: ImagePipeline) => ImagePipeline;
	making: (make: Make) => Make;
	timed: <Args extends unknown[], Result>(
		keep: (...args: Args) => Promise<Result>,
	) => (...args: Args) => Promise<Result>;
	metrics: PartRegistry;
} {
	const metrics = new PartRegistry("pictures");
	const registers = [metrics];
	const waiting = new Gauge({
		name: "visualink_pictures_waiting",
		help: "Uploaded pictures that wait for their turn; 20 at most",
		registers,
	});
	const running = new Gauge({ name: "visualink_pictures_running", help: "Pictures that are being made", registers });
	const total = new Histogram({
		name: "visualink_picture_duration_seconds",
		help: "Time from an uploaded picture to its stored preview or refusal, waiting included",
		labelNames: ["result"],
		buckets: UP_TO,
		registers,
	});
	for (const result of ["made", "refused", "unavailable", "not_kept"]) total.zero({ result });
	const making = new Histogram({
		name: "visualink_picture_make_duration_seconds",
		help: "Time to make one preview",
		buckets: UP_TO,
		registers,
	});
	const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000;

	return {
		queued: (pipeline) => async (upload, userId, section) => {
			waiting.inc();
			try {
				return await pipeline(upload, userId, section);
			} finally {
				waiting.dec();
			}
		},
		timed:
			(keep) =>
			async (...args) => {
				const startedAt = performance.now();
				let result = "made";
				try {
					return await keep(...args);
				} catch (error) {
					result = resultOf(error);
					throw error;
				} finally {
					total.observe({ result }, secondsSince(startedAt));
				}
			},
		making: (make) => async (upload, section) => {
			const startedAt = performance.now();
			waiting.dec();
			running.inc();
			try {
				return await make(upload, section);
			} finally {
				running.dec();
				waiting.inc();
				making.observe(secondsSince(startedAt));
			}
		},
		metrics,
	};
}

function resultOf(error: unknown): string {
	if (!(error instanceof AppError) || error.kind !== "unavailable") return "refused";
	return error.code === "storage_unavailable" ? "not_kept" : "unavailable";
}
