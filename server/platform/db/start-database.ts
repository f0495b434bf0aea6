import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "#server/platform/config/config.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { migrateDatabase } from "./migrate.ts";

const TRY_AGAIN_MS = 1_000;

type Options = {
	url: string;
	/** Folder of the migrations. */
	folder: string;
	mayBeNewer: boolean;
	/** How long a database that can't be reached is waited for, in milliseconds. */
	waitMs: number;
	/** Ends the waiting at once. */
	stopping: AbortSignal;
	/** Called once if the database can't be reached yet. */
	say: (sentence: string) => void;
};

/**
 * Brings the database to the newest schema as soon as it can be reached, so that it may be started after the service.
 * Returns early, with nothing done, when `stopping` is aborted.
 * @throws ConfigError with a sentence for the operator; other errors as they are.
 */
export async function startDatabase({ waitMs, stopping, say, ...options }: Options): Promise<void> {
	const { url } = options;
	/** A silent database is not waited for: what it was at ends with the process. */
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
