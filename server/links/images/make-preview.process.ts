import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { CutOutside, makePreview } from "./make-preview.ts";
import type { PreviewAnswer, PreviewOrder } from "./preview-worker.ts";

const MB = 1024 * 1024;
/** Memory retained after images; a fresh process starts with half of it. */
const WORN_MEMORY = 130 * MB;
const LOOK_EVERY_MS = 5;

/** Creates previews for the parent process, one at a time, for as long as the parent runs. */
async function answer({ upload, section, maxMemory }: PreviewOrder): Promise<PreviewAnswer> {
	let watch: NodeJS.Timeout | undefined;
	const tooHeavy = new Promise<PreviewAnswer>((resolve) => {
		const look = () => process.memoryUsage.rss() > maxMemory && resolve({ kind: "tooHeavy" });
		watch = setInterval(look, LOOK_EVERY_MS);
	});
	const made = makePreview(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength), section).then(
		(jpeg) => ({ kind: "made" as const, jpeg, isWorn: isWorn() }),
		(error: unknown) =>
			error instanceof CutOutside
				? { kind: "outside" as const, isWorn: isWorn() }
				: { kind: "failed" as const, problem: String(error), isWorn: isWorn() },
	);
	return Promise.race([made, tooHeavy]).finally(() => clearInterval(watch));
}

function isWorn(): boolean {
	return process.memoryUsage.rss() > WORN_MEMORY;
}

process.on("disconnect", () => process.exit());
// A signal to the process group is for the parent: images in progress are finished.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
serveWorkerRequests(answer, {
	sent({ kind }) {
		// Only SIGKILL stops a decoder at once.
		if (kind === "tooHeavy") process.kill(process.pid, "SIGKILL");
	},
});
