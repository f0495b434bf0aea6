import { CutOutside, makePreview } from "./make-preview.ts";
import type { PreviewAnswer, PreviewOrder } from "./preview-worker.ts";

const MB = 1024 * 1024;
/** What is left of pictures that are finished; another process begins with half of it. */
const WORN_MEMORY = 130 * MB;
const LOOK_EVERY_MS = 5;

/** Makes previews for the process that started this one, one at a time, as long as that one runs. */
process.on("message", async ({ upload, section, maxMemory }: PreviewOrder) => {
	const watch = setInterval(() => giveUpAbove(maxMemory), LOOK_EVERY_MS);
	const made = await makePreview(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength), section).then(
		(jpeg) => ({ kind: "made" as const, jpeg }),
		(error: unknown) =>
			error instanceof CutOutside ? { kind: "outside" as const } : { kind: "failed" as const, problem: String(error) },
	);
	clearInterval(watch);
	answer({ ...made, isWorn: process.memoryUsage.rss() > WORN_MEMORY });
});

/** Only a kill stops a decoder at once. */
function giveUpAbove(maxMemory: number): void {
	if (process.memoryUsage.rss() <= maxMemory) return;
	process.send?.({ kind: "tooHeavy" } satisfies PreviewAnswer, () => process.kill(process.pid, "SIGKILL"));
}

function answer(it: PreviewAnswer): void {
	if (process.connected) process.send?.(it);
}

process.on("disconnect", () => process.exit());
// A signal to the whole group is for the one that started this: pictures under way are finished.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
answer({ kind: "ready" });
