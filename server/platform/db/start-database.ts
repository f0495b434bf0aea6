import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "#server/platform/config/config.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { migrateDatabase } from "./migrate.ts";

const TRY_AGAIN_MS = 1_000;

type Options = {
	url: string;
	folder: string;
	mayBeNewer: boolean;
	waitMs: number;
	stopping: AbortSignal;
	say: (sentence: string) => void;
};

/**
 * Migrates the database once it is reachable: it may start after the service. Returns early when `stopping` is aborted.
 * @throws ConfigError with a sentence for the operator; other errors unchanged
 */
export async function startDatabase({ waitMs, stopping, say, ...options }: Options): Promise<void> {
	const { url } = options;
	const stopped = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve()));
	const deadline = performance.now() + waitMs;
	let isSaid = false;
	while (!stopping.aborted) {
		try {
			await Promise.race([migrateDatabase(options), stopped]);
			return;
		} catch (error) {
			if (stopping.aborted) return;
			const trouble = databaseTrouble(error, url);
			if (!trouble) throw error;
			if (!trouble.isPassing) throw new ConfigError(trouble.sentence);
			if (performance.now() >= deadline) throw new ConfigError(`${trouble.sentence} Start it, or mend DATABASE_URL.`);
			if (!isSaid) say(`${trouble.sentence} It is tried again for ${Math.round(waitMs / 1_000)} s.`);
			isSaid = true;
			await delay(TRY_AGAIN_MS, undefined, { signal: stopping }).catch(() => {});
		}
	}
}
