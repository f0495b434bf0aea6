import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import { requireRoomToday } from "#server/links/link-quota.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import type { AssignedColumns } from "#shared/links/imports/file-columns.ts";
import { type Import, importRows, imports } from "#shared/links/imports/imports.table.ts";
import {
	IMPORT_LIMITS,
	type ImportRow,
	type ImportView,
	ROW_STATES,
	type RowFilter,
	type RowState,
} from "#shared/links/imports/imports.ts";
import type { RowChecker } from "./check-rows.ts";
import type { FileReader } from "./file-reader.ts";
import type { ValidatedRow } from "./judge-row.ts";
import { noteThatFits } from "./row-links.ts";

type Options = {
	db: Db;
	now: () => Date;
	files: FileReader;
	checkRows: RowChecker;
	wake: () => void;
	tell: (userId: string) => Promise<void>;
};
type Owner = Pick<User, "id">;
type File = {
	bytes: Uint8Array;
	fileName: string;
	assigned?: AssignedColumns | undefined;
	planId: string;
	signal: AbortSignal;
};

const importId = z.guid();
/** Building a larger statement would noticeably delay visitors. */
const ROWS_WRITTEN_AT_ONCE = 100;
const IS_FLAGGED = sql`${importRows.content} ? 'code' AND ${importRows.state} IN ('create', 'made')`;

export type Imports = ReturnType<typeof createImportService>;

/** Creates the service for imported files: checked row by row, then processed (P190). */
export function createImportService({ db, now, files, checkRows, wake, tell }: Options) {
	/**
	 * Validates each row of a file and stores the results, replacing an earlier file that isn't in progress.
	 * @throws AppError "plan_required", "conflict" if one is in progress, "unauthenticated" if the account was deleted
	 * meanwhile, and as `FileReader.read`
	 */
	async function check(owner: Owner, { bytes, fileName, assigned, planId, signal }: File): Promise<ImportView> {
		requireFeature(planId, "csv");
		const asked = { userId: owner.id, maxRows: IMPORT_LIMITS.rows, assigned, signal };
		const { shape, rows, ...read } = await files.read(bytes, asked);
		if (rows.length > IMPORT_LIMITS.rowsOfPro) requireFeature(planId, "bulkImport");
		await checkRows(rows, { owner, planId, signal });
		const job = await keep(owner, { fileName, shape }, rows);
		await tell(owner.id);
		return { ...(await view(job)), ...read };
	}

	async function keep(
		owner: Owner,
		file: Pick<Import, "fileName" | "shape">,
		validated: ValidatedRow[],
	): Promise<Import> {
		return db.transaction(async (tx) => {
			if (!(await lockOwner(tx, owner.id))) throw new AppError("unauthenticated", "Unauthorized");
			const [earlier] = await tx.select().from(imports).where(eq(imports.userId, owner.id)).for("update");
			if (earlier?.state === "running")
				throw new AppError("import_running", "An import is under way. Wait for it, or stop it.");
			if (earlier) await tx.delete(imports).where(eq(imports.id, earlier.id));
			const [job] = await tx
				.insert(imports)
				.values({ ...file, userId: owner.id, createdAt: now() })
				.returning();
			if (!job) throw new Error("No import was kept");
			for (let at = 0; at < validated.length; at += ROWS_WRITTEN_AT_ONCE) {
				const rows = validated.slice(at, at + ROWS_WRITTEN_AT_ONCE);
				await tx.insert(importRows).values(rows.map((row) => ({ ...row, importId: job.id })));
			}
			return job;
		});
	}

	async function present(owner: Owner): Promise<ImportView | null> {
		const [job] = await db.select().from(imports).where(eq(imports.userId, owner.id));
		return job ? view(job) : null;
	}

	/**
	 * Starts an import or resumes a stopped one. @throws AppError "not_found", "plan_required", "too_many" (links of a
	 * day)
	 */
	async function start(owner: Owner, id: string, { prefill, planId }: { prefill: boolean; planId: string }) {
		requireFeature(planId, "csv");
		const job = await find(owner, id);
		if (job.state === "checked" || job.state === "stopped") {
			await requireRoomToday(db, owner, { planId, at: now() });
			const changes = { state: "running", reason: null, prefill };
			await db
				.update(imports)
				.set(changes)
				.where(and(eq(imports.id, id), inArray(imports.state, ["checked", "stopped"])));
			wake();
			await tell(owner.id);
		}
		return view(await find(owner, id));
	}

	/** Keeps the links created so far; the rest can be resumed. @throws AppError "not_found" */
	async function stop(owner: Owner, id: string): Promise<ImportView> {
		await find(owner, id);
		const isRunning = and(eq(imports.id, id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason: "You stopped it" }).where(isRunning);
		wake();
		await tell(owner.id);
		return view(await find(owner, id));
	}

	/** Rows after a line, in order. @throws AppError "not_found" */
	async function rows(owner: Owner, id: string, { after, state }: { after: number; state?: RowFilter | undefined }) {
		const job = await find(owner, id);
		const found = await db
			.select()
			.from(importRows)
			.where(
				and(
					eq(importRows.importId, job.id),
					gt(importRows.line, after),
					state === "flagged" ? IS_FLAGGED : state && eq(importRows.state, state),
				),
			)
			.orderBy(asc(importRows.line))
			.limit(IMPORT_LIMITS.page);
		return found.map(
			({ line, state, note, content: { slug, title, targetUrl, domain, code, flag: flagged } }): ImportRow => {
				const said = noteThatFits([flagged, note].filter(Boolean).join(". ") || null);
				return {
					line,
					state: state as RowState,
					note: said,
					slug,
					title,
					targetUrl,
					...(domain && { domain }),
					...(code && { code }),
				};
			},
		);
	}

	async function find(owner: Owner, id: string): Promise<Import> {
		const isTheirs = and(eq(imports.id, id), eq(imports.userId, owner.id));
		const [job] = importId.safeParse(id).success ? await db.select().from(imports).where(isTheirs) : [];
		if (!job)
			throw new AppError("import_not_found", "This file is no longer available. Another one may have replaced it.");
		return job;
	}

	async function view({ id, fileName, shape, state, reason, prefill, createdAt }: Import): Promise<ImportView> {
		const counted = await db
			.select({ state: importRows.state, count: count(), flagged: count(sql`CASE WHEN ${IS_FLAGGED} THEN 1 END`) })
			.from(importRows)
			.where(eq(importRows.importId, id))
			.groupBy(importRows.state);
		const counts = Object.fromEntries(
			ROW_STATES.map((state) => [state, counted.find((row) => row.state === state)?.count ?? 0]),
		) as ImportView["counts"];
		const flagged = counted.reduce((sum, row) => sum + row.flagged, 0);
		const [known, going] = [shape as ImportView["shape"], state as ImportView["state"]];
		const file = { id, fileName, shape: known, createdAt: createdAt.toISOString() };
		return { ...file, state: going, reason, prefill, counts, flagged };
	}

	return { check, present, start, stop, rows };
}
