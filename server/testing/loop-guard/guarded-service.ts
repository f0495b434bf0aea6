import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createStretches, type Held, STRETCH_MS, type Stretch } from "./stretches.ts";

/**
 * The guard of the event loop for a service that is started in a process of its own (P255): `env` goes to its
 * environment. What it does before `begin` is its start, which nobody waits for.
 */
export async function moderationService() {
	const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-guard-"));
	const file = path.join(folder, "stretches.jsonl");
	let from = 0;
	const read = async () => (await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean);
	return {
		env: {
			NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, "in-service.mjs"))}`,
			LOOP_GUARD_FILE: file,
			LOOP_GUARD_MOST_MS: String(STRETCH_MS),
		},
		async begin(): Promise<void> {
			from = (await read()).length;
		},
		/** What was held for too long since. */
		async failures(): Promise<Held[]> {
			const stretches = createStretches({ isServiceAlone: true });
			for (const line of (await read()).slice(from)) stretches.add(JSON.parse(line) as Stretch);
			return stretches.failures();
		},
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
