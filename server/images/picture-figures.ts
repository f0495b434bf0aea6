import { AppError } from "#server/http/app-error.ts";
import { createLabelledTimes, createTimes, type Figures, gauge, histogram } from "#server/work/figures.ts";
import type { ImagePipeline } from "./image-pipeline.ts";
import type { Section } from "./make-preview.ts";

/** In seconds; a picture that takes more than ten is given up (P59). */
const UP_TO = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

type Make = (upload: Buffer, section: Section) => Promise<Buffer>;

/** What is told of pictures: how many wait and are made, and how long that takes. */
export function createPictureFigures(): {
	/** Watches a whole pipeline, with the time in its queue. */
	whole: (pipeline: ImagePipeline) => ImagePipeline;
	/** Watches the making alone. */
	making: (make: Make) => Make;
	figures: Figures;
} {
	let inside = 0;
	let running = 0;
	const total = createLabelledTimes(
		UP_TO,
		["made", "refused", "unavailable"].map((result) => ({ result })),
	);
	const making = createTimes(UP_TO);
	const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000;

	return {
		whole: (pipeline) => async (upload, userId, section) => {
			const startedAt = performance.now();
			let result = "made";
			inside += 1;
			try {
				return await pipeline(upload, userId, section);
			} catch (error) {
				result = error instanceof AppError && error.kind === "unavailable" ? "unavailable" : "refused";
				throw error;
			} finally {
				inside -= 1;
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
					"Time from an uploaded picture to its preview or refusal, waiting included",
					total.samples(),
				),
				histogram("visualink_picture_make_duration_seconds", "Time to make one preview", making.samples()),
			],
		},
	};
}
