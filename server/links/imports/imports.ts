import type { RequestHandler } from "express";
import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { TargetJudge } from "#server/links/judge-target.ts";
import type { LinkWriter } from "#server/links/link-writer.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { notifyOfImport } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createRowChecker } from "./check-rows.ts";
import { exportRouter } from "./csv/export.routes.ts";
import { createFileReader } from "./file-reader.ts";
import { createImportWork } from "./import-work.ts";
import { importsRouter } from "./imports.routes.ts";
import { createImportService } from "./imports.service.ts";
import type { PageReader } from "./read-cards.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	guards: Guards;
	limitDownloads: RequestHandler;
	writer: LinkWriter;
	judgeTargets: TargetJudge;
	prefill: PageReader;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	linksOrigin: string;
	imagesOrigin: string;
	ownOrigins: readonly string[];
	imageOrigins: readonly string[];
	deadlines: Deadlines;
	now: () => Date;
	log: Logger;
};

/** Wires CSV import and export: routes, which parse their own bodies, and the import worker. */
export function createImports({
	prefill,
	writer,
	judgeTargets,
	activeSubscription,
	limitDownloads,
	...options
}: Options) {
	const { db, pool, guards, linksOrigin, imagesOrigin, ownOrigins, imageOrigins, now, log } = options;
	const logFailure = (error: unknown) => log.warn({ err: error }, "screens were not notified of an import");
	const tell = (userId: string) => notifyOfImport(pool, userId).catch(logFailure);
	const work = createImportWork({ db, now, log, writer, prefill, activeSubscription, tell });
	const { importFileWork: workMs, importFile: deadlineMs } = options.deadlines;
	const files = createFileReader({ ownOrigins, imageOrigins, log, workMs, deadlineMs });
	const checkRows = createRowChecker({ db, now, judgeTargets, writer });
	const imports = createImportService({ db, now, files, checkRows, wake: work.wake, tell });
	return {
		routers: [
			exportRouter({ db, guards, limitDownloads, linksOrigin, imagesOrigin, log }),
			importsRouter({ imports, guards }),
		],
		work: [work],
	};
}
