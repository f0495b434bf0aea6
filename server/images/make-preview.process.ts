import { makePreview } from "./make-preview.ts";
import type { PreviewAnswer, PreviewOrder } from "./preview-process.ts";

/** Makes previews for the process that started this one, as long as that one runs. */
process.on("message", async ({ id, upload }: PreviewOrder) => {
	answer(
		await makePreview(Buffer.from(upload)).then(
			(jpeg) => ({ id, jpeg }),
			(error: unknown) => ({ id, problem: String(error) }),
		),
	);
});

function answer(it: PreviewAnswer): void {
	if (process.connected) process.send?.(it);
}

process.on("disconnect", () => process.exit());
// A signal to the whole group is for the one that started this: pictures under way are finished.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
