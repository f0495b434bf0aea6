import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { ArchiveRun, ViewArchive } from "./archive.ts";
import { openArchiveThread } from "./archive-thread.ts";

type Options = {
	pool: pg.Pool;
	databaseUrl: string;
	config: Pick<Config, "dataDir" | "views" | "images">;
	log: Logger;
};

export type OpenArchive = Omit<ViewArchive, "restore"> & { start(): void; stop(): Promise<void> };

const NOTHING: ArchiveRun = { archived: [], forgotten: [] };

/** The service's archive. Without one, and while none is asked for, no thread is started. */
export function openArchive({ pool, databaseUrl, config, log }: Options): OpenArchive {
	const { retentionMonths, archiveAfterMonths: afterMonths } = config.views;
	const place = { dataDir: config.dataDir, s3: config.images.s3 };
	const thread = openArchiveThread({ ...place, databaseUrl, retentionMonths, afterMonths, log });

	async function isEmpty(): Promise<boolean> {
		const { rows } = await pool.query<{ isEmpty: boolean }>(
			`SELECT NOT EXISTS (SELECT FROM view_archives) AS "isEmpty"`,
		);
		return rows[0]?.isEmpty ?? true;
	}

	return {
		async run(now, stopping) {
			if (stopping?.aborted || (afterMonths === 0 && (await isEmpty()))) return NOTHING;
			return thread.run(now, stopping).catch(unlessStopped(stopping, NOTHING));
		},
		async erase(erased, stopping) {
			if (stopping.aborted || (await isEmpty())) return;
			await thread.erase(erased, stopping).catch(unlessStopped(stopping, undefined));
		},
		read: thread.read,
		start() {},
		stop: thread.stop,
	};
}

/** An order that a stop has ended is no failure. */
function unlessStopped<T>(stopping: AbortSignal | undefined, instead: T): (error: unknown) => T {
	return (error) => {
		if (stopping?.aborted) return instead;
		throw error;
	};
}
