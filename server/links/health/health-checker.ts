import { setMaxListeners } from "node:events";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Prober } from "#server/platform/outbound/probe.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { type TargetHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { createTargetAsker } from "./ask-target.ts";
import { type OnTargetGone, publishTarget } from "./changed-links.ts";
import { READ_BY_INDEX } from "./health-planner.ts";
import { createHostTurns } from "./host-turns.ts";
import { nextHealth, type Outcome } from "./next-health.ts";
import { createOurSide } from "./our-side.ts";

type Options = {
	db: Db;
	prober: Prober;
	now: () => Date;
	onTargetGone: OnTargetGone;
	counted?: (outcome: Outcome["kind"] | "gone" | "back") => void;
};

type Due = Pick<TargetHealth, "target" | "url" | "host" | "byGet" | "failures"> & { askedFor: string | null };

/** Targets in one run of a process, and those read to choose them fairly. */
const AT_ONCE = 20;
const LOOKED_AT = 400;
/** Few, so that what owners read has the line and the thread to itself. */
const TURNS = { permits: 4, perAccount: 2 };
/** A process that was killed while it asked leaves its targets to the others after that. */
const CLAIM_MS = 5 * 60_000;
const OUTAGE_MS = 30 * 60_000;

export type HealthChecker = ReturnType<typeof createHealthChecker>;

/** Asks targets, and writes what becomes of them (P681 to P684). */
export function createHealthChecker({ db, prober, now, onTargetGone, counted = () => {} }: Options) {
	const turns = createHostTurns({ db, now });
	const ask = createTargetAsker({ prober, turns });
	const ourSide = createOurSide({ db, ask, now });
	const permits = createFairSemaphore(TURNS);

	/** Asks what is due, a few at a time; processes share the work. @returns whether more may be due */
	async function checkDue(stopping: AbortSignal): Promise<boolean> {
		const due = await claim();
		setMaxListeners(2 * AT_ONCE + 1, stopping);
		await checkAll(due, stopping);
		return due.length === AT_ONCE && !stopping.aborted;
	}

	/**
	 * Takes the oldest, one of each host, of all accounts in turn. Others of the same host get their moments, a minute apart.
	 * What no link leads to any more is deleted.
	 */
	async function claim(): Promise<Due[]> {
		const at = now();
		const claimUntil = new Date(at.getTime() + CLAIM_MS);
		const claimed = sql`
			WITH looked_at AS MATERIALIZED (
				SELECT target, host, asked_for, due_at,
					EXISTS (SELECT FROM link_health h WHERE h.target = t.target AND NOT h.is_off) AS is_wanted
				FROM target_health t WHERE due_at <= ${at} ORDER BY due_at LIMIT ${LOOKED_AT} FOR UPDATE SKIP LOCKED
			), of_host AS (
				SELECT *, row_number() OVER (PARTITION BY host ORDER BY due_at, target) AS nth FROM looked_at WHERE is_wanted
			), of_account AS (
				SELECT target, row_number() OVER (PARTITION BY asked_for ORDER BY due_at, target) AS nth, due_at
				FROM of_host WHERE nth = 1
			), claimed AS (
				SELECT target FROM of_account ORDER BY nth, due_at LIMIT ${AT_ONCE}
			), left_alone AS (
				DELETE FROM target_health t USING looked_at l WHERE t.target = l.target AND NOT l.is_wanted
			), updated AS (
				UPDATE target_health t SET due_at = CASE WHEN c.target IS NOT NULL THEN ${claimUntil}::timestamptz
					ELSE ${at}::timestamptz + (o.nth - 1) * interval '1 minute' END
				FROM of_host o LEFT JOIN claimed c ON c.target = o.target
				WHERE t.target = o.target AND (c.target IS NOT NULL OR o.nth > 1)
				RETURNING t.target, t.url, t.host, t.by_get AS "byGet", t.failures, t.asked_for AS "askedFor",
					c.target IS NOT NULL AS "isClaimed"
			)
			SELECT * FROM updated WHERE "isClaimed"`;
		return db.transaction(async (tx) => {
			await tx.execute(READ_BY_INDEX);
			return (await tx.execute<Due>(claimed)).rows;
		});
	}

	async function checkAll(due: Due[], signal?: AbortSignal): Promise<void> {
		const startedAt = now();
		const asked = await Promise.allSettled(
			due.map(async (each) => {
				const release = await permits.acquire(each.askedFor ?? "", signal);
				return { each, ...(await ask({ ...each, signal }).finally(release)) };
			}),
		);
		if (signal?.aborted) return;
		const done = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
		for (const { outcome, at } of done) if (outcome.kind === "fine") ourSide.note(at);
		const failed = done.filter(({ outcome }) => outcome.kind === "failed").map(({ at }) => at);
		const fine = new Map<string, boolean>();
		for (const protocol of new Set(failed.map((at) => at.protocol)))
			fine.set(
				protocol,
				await ourSide.isFine(
					protocol,
					failed.filter((at) => at.protocol === protocol),
					signal,
				),
			);
		for (const { each, outcome, at } of done) {
			const isOurs = outcome.kind === "failed" && fine.get(at.protocol) === false;
			await conclude(each.target, isOurs ? { kind: "later", afterMs: OUTAGE_MS } : outcome, startedAt);
		}
		const broken = asked.find((one) => one.status === "rejected");
		if (broken) throw broken.reason;
	}

	/** Writes what a check found, in one transaction with what follows from it. */
	async function conclude(target: string, outcome: Outcome, startedAt: Date): Promise<void> {
		const change = await db.transaction(async (tx) => {
			const [row] = await tx.select().from(targetHealth).where(eq(targetHealth.target, target)).for("update");
			// A check that began later has been written already.
			if (!row || (row.askedAt && row.askedAt > startedAt)) return null;
			const next = nextHealth(row, outcome, now());
			await tx.update(targetHealth).set(next).where(eq(targetHealth.target, target));
			if ((row.goneSince === null) === (next.goneSince === null)) return null;
			await publishTarget(tx, { ...row, ...next }, { onTargetGone, at: now() });
			return next.goneSince === null ? "back" : "gone";
		});
		counted(outcome.kind);
		if (change) counted(change);
	}

	/** Checks one target now, by GET, as its owner asked. @returns milliseconds until its host may be asked, or 0 */
	async function checkNow(target: string): Promise<number> {
		const [row] = await db.select().from(targetHealth).where(eq(targetHealth.target, target));
		if (!row) return 0;
		const waitMs = await turns.take(row.host);
		if (waitMs > 0) return waitMs;
		const startedAt = now();
		const { outcome, at } = await ask({ ...row, byGet: true, hasTurn: true });
		const isOurs = outcome.kind === "failed" && !(await ourSide.isFine(at.protocol, [at]));
		await conclude(target, isOurs ? { kind: "later", afterMs: OUTAGE_MS } : outcome, startedAt);
		return 0;
	}

	return { checkDue, checkNow, forgetOldHosts: turns.forgetOld };
}
