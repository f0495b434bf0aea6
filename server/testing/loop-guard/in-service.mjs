import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and a service knows no TypeScript
import { watchLoop } from "./guard.mjs";

/**
 * Loaded into a service by Node's own option before anything else (`guarded-service.ts`): writes each stretch into the
 * file that the environment names. Neither its threads nor the processes that it starts are watched.
 */
const { env } = process;
const { LOOP_GUARD_FILE: file, LOOP_GUARD_MOST_MS: mostMs } = env;
if (isMainThread && file) {
	for (const name of ["LOOP_GUARD_FILE", "LOOP_GUARD_MOST_MS", "NODE_OPTIONS"]) delete env[name];
	watchLoop({
		mostMs: Number(mostMs),
		onStretch: (stretch) => appendFileSync(file, `${JSON.stringify(stretch)}\n`),
	});
}
