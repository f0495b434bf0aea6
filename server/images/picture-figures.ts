import { AppError } from "#server/http/app-error.ts";
import { createLabelledTimes, createTimes, type Figures, gauge, histogram } from "#server/work/figures.ts";
import type { ImagePipeline } from "./image-pipeline.ts";
import type { Section } from "./make-preview.ts";

/** In seconds; a picture that takes more than ten is given up (P59). */
const UP_TO = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

type Make = (upload: Buffer, section: Section) => Promise<Buffer>;

/** Metrics of images: how many wait and are made, and how long that takes. */
export function createPictureFigures(): {
	/** Counts what is in the pipeline, its queue included. */
	queued: (pipeline: ImagePipeline) => ImagePipeline;
	/** Times the making alone. */
	making: (make: Make) => Make;
	/** Times an upload from its arrival to the stored preview, or to its refusal. */
	timed: <Args extends unknown[], Result>(
		keep: (...args: Args) => Promise<Result>,
	) => (...args: Args) => Promise<Result>;
	figures: Figures;
} {
	let inside = 0;
	let running = 0;
	const total = createLabelledTimes(
		UP_TO,
		["made", "refused", "unavailable", "not_kept"].map((result) => ({ result })),
	);
	const making = createTimes(UP_TO);
	const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000;

	return {
		queued: (pipeline) => async (upload, userId, section) => {
			inside += 1;
			try {
				return await pipeline(upload, userId, section);
			} finally {
				inside -= 1;
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
			running += 1;
			try {
				return await make(upload, section);
			} finally {
				running -= 1;
				making.observe(secondsSince(startedAt));
			}
		},
		figures: {
			part: "pictures",
			read: () => [
				gauge("visualink_pictures_waiting", "Uploaded pictures that wait for their turn; 20 at most", inside - running),
				gauge("visualink_pictures_running", "Pictures that are being made", running),
				histogram(
					"visualink_picture_duration_seconds",
					"Time from an uploaded picture to its stored preview or refusal, waiting included",
					total.samples(),
				),
				histogram("visualink_picture_make_duration_seconds", "Time to make one preview", making.samples()),
			],
		},
	};
}

function resultOf(error: unknown): string {
	if (!(error instanceof AppError) || error.kind !== "unavailable") return "refused";
	return error.code === "storage_unavailable" ? "not_kept" : "unavailable";
}
