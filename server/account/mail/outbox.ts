import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { SEND_MS } from "#server/platform/outbound/mailer.ts";
import type { MailKind } from "#shared/account/mail/mail-kinds.ts";
import { type MailOutcome, type MailRow, mails } from "#shared/account/mail/mails.table.ts";
import { DAY_MS, HOUR_MS } from "#shared/platform/days.ts";

/** A mail to send now, and those of the same kind that it tells as well. */
export type Claimed = { mail: MailRow; rest: MailRow[]; claimedUntil: Date };

const MINUTE_MS = 60_000;
/** Mails at once, each on a connection of its own. */
export const AT_ONCE = 5;
/** Longer than a delivery takes, so that another process only takes the mail of one that was killed. */
const LEASE_MS = 2 * SEND_MS;
/** Greylisting servers take a second try after five minutes; then less and less often. */
const BACKOFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];
const LONGEST_BACKOFF_MS = 6 * HOUR_MS;
/** For how long a mail is tried. */
export const TRIED_MS = 2 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;

/** Kinds of which one event may cause many: those waiting are sent as one. */
const MERGED: readonly MailKind[] = ["link_flagged", "report_confirmed", "target_gone", "milestone", "domain"];

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Mails between being queued and done (docs/decisions/0130).
 * @param mergeMs how long kinds that are sent as one wait for others
 */
export function createOutbox({ db, now, mergeMs }: { db: Db; now: () => Date; mergeMs: number }) {
	const isWaiting = isNotNull(mails.nextTryAt);

	/** Takes due mails; other processes leave them alone until the lease ends. */
	async function claim(): Promise<Claimed[]> {
		const at = now();
		const isRipe = or(
			sql`${mails.tries} > 0`,
			sql`NOT ${inArray(mails.kind, [...MERGED])}`,
			lte(mails.createdAt, new Date(at.getTime() - mergeMs)),
		);
		const isDue = and(lte(mails.nextTryAt, at), isRipe);
		// Most of the time there is none, which takes one statement instead of a transaction.
		if ((await db.select({ id: mails.id }).from(mails).where(isDue).limit(1)).length === 0) return [];
		const claimedUntil = new Date(at.getTime() + LEASE_MS);
		return db.transaction(async (tx) => {
			const due = await tx
				.select()
				.from(mails)
				.where(isDue)
				.orderBy(asc(mails.nextTryAt))
				.limit(AT_ONCE)
				.for("update", { skipLocked: true });
			const claimed: Claimed[] = [];
			const joined = new Set<string>();
			for (const mail of due) {
				if (joined.has(mail.id)) continue;
				const isFirstOfMany = mail.tries === 0 && MERGED.includes(mail.kind);
				const rest = isFirstOfMany ? await join(tx, mail) : await restOf(tx, mail);
				for (const { id } of rest) joined.add(id);
				claimed.push({ mail, rest, claimedUntil });
			}
			const ids = claimed.map(({ mail }) => mail.id);
			if (ids.length === 0) return [];
			await tx
				.update(mails)
				.set({ nextTryAt: claimedUntil, tries: sql`${mails.tries} + 1` })
				.where(inArray(mails.id, ids));
			return claimed;
		});
	}

	async function join(tx: Pick<Db, "select" | "update">, { id, userId, kind }: MailRow): Promise<MailRow[]> {
		const others = tx
			.select({ id: mails.id })
			.from(mails)
			.where(
				and(eq(mails.userId, userId), eq(mails.kind, kind), isWaiting, eq(mails.tries, 0), sql`${mails.id} <> ${id}`),
			)
			.for("update", { skipLocked: true });
		return tx.update(mails).set({ sentAs: id, nextTryAt: null }).where(inArray(mails.id, others)).returning();
	}

	function restOf(tx: Pick<Db, "select">, { id }: MailRow): Promise<MailRow[]> {
		return tx.select().from(mails).where(eq(mails.sentAs, id)).orderBy(asc(mails.createdAt));
	}

	return {
		claim,

		/** Writes what became of a mail, with those it told. */
		async settle({ id }: Pick<MailRow, "id">, outcome: MailOutcome, error: string | null = null): Promise<void> {
			const isIt = and(or(eq(mails.id, id), eq(mails.sentAs, id)), isNull(mails.outcome));
			await db.update(mails).set({ outcome, error, doneAt: now(), nextTryAt: null }).where(isIt);
		},

		/** Tries it again later, or gives up after two days. @returns whether it gives up */
		async postpone({ id, createdAt, tries }: Pick<MailRow, "id" | "createdAt" | "tries">, error: string) {
			const at = now().getTime();
			const nextTryAt = new Date(at + (BACKOFF_MS[tries] ?? LONGEST_BACKOFF_MS));
			if (nextTryAt.getTime() - createdAt.getTime() > TRIED_MS) {
				await this.settle({ id }, "expired", error);
				return true;
			}
			await db
				.update(mails)
				.set({ nextTryAt, error })
				.where(and(eq(mails.id, id), isWaiting));
			return false;
		},

		/** Without a mail server nothing is kept for later. */
		async discard(): Promise<void> {
			await db.delete(mails).where(isWaiting);
		},

		/** Deletes mails after 30 days. */
		async forget(): Promise<void> {
			await db.delete(mails).where(lt(mails.createdAt, new Date(now().getTime() - KEPT_MS)));
		},

		/** Since when the oldest unsent mail waits; null without one. */
		async oldestAt(): Promise<Date | null> {
			const oldest = sql<Date | null>`min(${mails.createdAt})`.mapWith(mails.createdAt);
			const [found] = await db.select({ oldest }).from(mails).where(isWaiting);
			return found?.oldest ?? null;
		},
	};
}
