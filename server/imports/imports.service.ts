import { and, asc, count, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { requireFeature } from "#server/auth/require-plan.ts";
import type { Db } from "#server/db/connect.ts";
import { disabledAmong } from "#server/disabling/disabled-hosts.ts";
import { AppError } from "#server/http/app-error.ts";
import { requireRoomToday, roomOfMonth } from "#server/links/link-quota.ts";
import { tagGiver } from "#server/links/list/account-tags.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { type Import, importRows, imports } from "#shared/imports/imports.table.ts";
import { IMPORT_LIMITS, type ImportRow, type ImportView, ROW_STATES, type RowState } from "#shared/imports/imports.ts";
import { DISABLED_TARGET, SLUG_TAKEN } from "#shared/links/link-form.ts";
import { AFTER_DISABLED } from "#shared/links/link-schedule.ts";
import { tagLimit } from "#shared/plans/plan-features.ts";
import type { FileReader } from "./file-reader.ts";
import type { JudgedRow } from "./judge-row.ts";
import { noteOfTags, targetsBySlug } from "./row-links.ts";
import { NO_ROOM } from "./waiting-rows.ts";

type Options = {
	db: Db;
	now: () => Date;
	files: FileReader;
	wake: () => void;
	/** Notifies the account's screens that its import has changed. */
	tell: (userId: string) => Promise<void>;
};
type Owner = Pick<User, "id">;
/** `signal`: aborted when the client disconnects. */
type File = { bytes: Uint8Array; fileName: string; planId: string; signal: AbortSignal };

const importId = z.guid();
/** To write a statement of more takes long enough for visitors to notice. */
const ROWS_WRITTEN_AT_ONCE = 100;

export type Imports = ReturnType<typeof createImportService>;

/** Files of links that people bring: checked first, row by row, then worked off (P190). */
export function createImportService({ db, now, files, wake, tell }: Options) {
	/**
	 * Judges each row of a file and keeps the verdicts; it takes the place of an earlier file that is not under way.
	 * @throws AppError "plan_required", "conflict" while one is under way, "unauthenticated" when the account was deleted
	 * meanwhile, and as `FileReader.read`
	 */
	async function check(owner: Owner, { bytes, fileName, planId, signal }: File): Promise<ImportView> {
		requireFeature(planId, "csv");
		const { shape, rows } = await files.read(bytes, { userId: owner.id, maxRows: IMPORT_LIMITS.rows, signal });
		if (rows.length > IMPORT_LIMITS.rowsOfPro) requireFeature(planId, "bulkImport");
		await refuseDisabled(rows);
		await judgeTogether(rows, owner, planId);
		signal.throwIfAborted();
		const job = await keep(owner, { fileName, shape }, rows);
		await tell(owner.id);
		return view(job);
	}

	/** Links to hosts that an operator has disabled (P19), now or once their time is over. */
	async function refuseDisabled(judged: JudgedRow[]): Promise<void> {
		const rows = judged.filter(({ state }) => state === "create");
		const addresses = rows.flatMap(({ content: { targetUrl, afterUrl } }) =>
			afterUrl ? [targetUrl, afterUrl] : targetUrl,
		);
		const disabled = await disabledAmong(db, [...new Set(addresses.map(originOf))]);
		const isDisabled = (address: string) => disabled.has(originOf(address));
		for (const row of disabled.size === 0 ? [] : rows) {
			const { targetUrl, afterUrl } = row.content;
			if (isDisabled(targetUrl)) Object.assign(row, { state: "refused", note: DISABLED_TARGET });
			else if (afterUrl && isDisabled(afterUrl)) Object.assign(row, { state: "refused", note: AFTER_DISABLED });
		}
	}

	/** What a single row can't show: taken and repeated slugs, and what is left of the month and of tags. */
	async function judgeTogether(judged: JudgedRow[], owner: Owner, planId: string): Promise<void> {
		const taken = await targetsBySlug(db, owner.id, judged);
		const at = now();
		let room = await roomOfMonth(db, owner, { planId, at });
		const limit = tagLimit(planId);
		const giveTags = await tagGiver(db, owner, { wanted: judged.map(({ content }) => content), at, limit });
		const lines = new Map<string, number>();
		for (const row of judged) {
			if (row.state !== "create") continue;
			const slug = row.content.slug.toLowerCase();
			const target = slug === "" ? undefined : taken.get(slug);
			const earlier = slug === "" ? undefined : lines.get(slug);
			if (target === row.content.targetUrl) Object.assign(row, { state: "same", note: null });
			else if (target !== undefined) Object.assign(row, { state: "refused", note: SLUG_TAKEN });
			else if (earlier) Object.assign(row, { state: "refused", note: `The same slug is on line ${earlier}` });
			else if (room <= 0) Object.assign(row, { state: "refused", note: NO_ROOM });
			else {
				room -= 1;
				const { tags } = row.content;
				row.note = noteOfTags(row.note, { areLeftOut: giveTags(tags).length < tags.length, limit });
			}
			if (slug !== "") lines.set(slug, earlier ?? row.line);
		}
	}

	async function keep(owner: Owner, file: Pick<Import, "fileName" | "shape">, judged: JudgedRow[]): Promise<Import> {
		return db.transaction(async (tx) => {
			const [existing] = await tx.select().from(users).where(eq(users.id, owner.id)).for("no key update");
			if (!existing) throw new AppError("unauthenticated", "Unauthorized");
			const [earlier] = await tx.select().from(imports).where(eq(imports.userId, owner.id)).for("update");
			if (earlier?.state === "running")
				throw new AppError("import_running", "An import is under way. Wait for it, or stop it.");
			if (earlier) await tx.delete(imports).where(eq(imports.id, earlier.id));
			const [job] = await tx
				.insert(imports)
				.values({ ...file, userId: owner.id, createdAt: now() })
				.returning();
			if (!job) throw new Error("No import was kept");
			for (let at = 0; at < judged.length; at += ROWS_WRITTEN_AT_ONCE) {
				const rows = judged.slice(at, at + ROWS_WRITTEN_AT_ONCE);
				await tx.insert(importRows).values(rows.map((row) => ({ ...row, importId: job.id })));
			}
			return job;
		});
	}

	/** The account's import, or null. */
	async function present(owner: Owner): Promise<ImportView | null> {
		const [job] = await db.select().from(imports).where(eq(imports.userId, owner.id));
		return job ? view(job) : null;
	}

	/** Begins, or goes on with one that was stopped. @throws AppError "not_found", "plan_required", "too_many" (links of a day) */
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

	/** What is made stays; what waits can be gone on with. @throws AppError "not_found" */
	async function stop(owner: Owner, id: string): Promise<ImportView> {
		await find(owner, id);
		const isRunning = and(eq(imports.id, id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason: "You stopped it" }).where(isRunning);
		wake();
		await tell(owner.id);
		return view(await find(owner, id));
	}

	/** Rows after a line, in order. @throws AppError "not_found" */
	async function rows(owner: Owner, id: string, { after, state }: { after: number; state?: RowState | undefined }) {
		const job = await find(owner, id);
		const found = await db
			.select()
			.from(importRows)
			.where(
				and(
					eq(importRows.importId, job.id),
					gt(importRows.line, after),
					state === undefined ? undefined : eq(importRows.state, state),
				),
			)
			.orderBy(asc(importRows.line))
			.limit(IMPORT_LIMITS.page);
		return found.map(({ line, state, note, content: { slug, title, targetUrl, code } }): ImportRow => {
			return { line, state: state as RowState, note, slug, title, targetUrl, ...(code && { code }) };
		});
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
			.select({ state: importRows.state, count: count() })
			.from(importRows)
			.where(eq(importRows.importId, id))
			.groupBy(importRows.state);
		const counts = Object.fromEntries(
			ROW_STATES.map((state) => [state, counted.find((row) => row.state === state)?.count ?? 0]),
		) as ImportView["counts"];
		const [known, going] = [shape as ImportView["shape"], state as ImportView["state"]];
		return { id, fileName, shape: known, state: going, reason, prefill, counts, createdAt: createdAt.toISOString() };
	}

	return { check, present, start, stop, rows };
}

/** Of an address as `new URL()` wrote it. */
function originOf(address: string): string {
	return address.slice(0, address.indexOf("/", "https://".length));
}
