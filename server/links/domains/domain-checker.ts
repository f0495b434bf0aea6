import { setMaxListeners } from "node:events";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { domainDisabledAt } from "#server/moderation/disabling/domains-of-hosts.ts";
import { notifyOfDomains } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { DnsReader } from "#server/platform/outbound/dns-records.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { type DomainRow, domains } from "#shared/links/domains/domains.table.ts";
import { nextState } from "./next-state.ts";
import { checkOf, type DomainReading, readDomain, txtStateOf } from "./read-domain.ts";

type Options = { db: Db; readers: DnsReader[]; target: string; now: () => Date };

type Claimed = Pick<DomainRow, "id" | "host" | "userId">;

const AT_ONCE = 20;
/** Each check asks some two dozen questions; an account whose name servers are silent waits for itself. */
const TURNS = { permits: 10, perAccount: 2 };
/** A process that was killed while it checked leaves its domains to the others after that. */
const CLAIM_MS = 60_000;

export type DomainChecker = ReturnType<typeof createDomainChecker>;

/** Asks DNS about domains, and writes what becomes of them. */
export function createDomainChecker({ db, readers, target, now }: Options) {
	const turns = createFairSemaphore(TURNS);

	/** @returns the domain as it is now; null where it was removed meanwhile */
	async function check({ id, host, userId }: Claimed, stopping?: AbortSignal): Promise<DomainRow | null> {
		const release = await turns.acquire(userId, stopping);
		const startedAt = now();
		const reading = await readDomain(readers, host, target).finally(release);
		return db.transaction(async (tx) => {
			// All accounts' rows of the host, so that two that wait for it are judged one after the other.
			const rows = await tx.select().from(domains).where(eq(domains.host, host)).orderBy(asc(domains.id)).for("update");
			const row = rows.find((each) => each.id === id);
			if (!row) return null;
			// A check that began later has been written already.
			if (row.checkedAt && row.checkedAt > startedAt) return row;
			const holder = rows.find((each) => each.id !== id && each.verifiedAt !== null);
			const isTaken = holder !== undefined && !mayTake(holder, reading, startedAt);
			const isFound = txtStateOf(reading, row.token).state === "found";
			const lastCheck = checkOf(reading, row.token, isTaken && isFound);
			const at = now();
			const next = nextState(row, lastCheck, at);
			if (holder && next.verifiedAt !== null) {
				const failingSince = holder.failingSince ?? at;
				await tx.update(domains).set({ verifiedAt: null, failingSince }).where(eq(domains.id, holder.id));
				await notifyOfDomains(tx, holder.userId);
			}
			const [written] = await tx
				.update(domains)
				.set({ ...next, lastCheck, checkedAt: startedAt, disabledAt: domainDisabledAt(at) })
				.where(eq(domains.id, id))
				.returning();
			await notifyOfDomains(tx, row.userId);
			return written ?? null;
		});
	}

	/** Checks what is due, some at a time; processes share the work. @returns whether more may be due */
	async function checkDue(stopping: AbortSignal): Promise<boolean> {
		const at = now();
		const due = db
			.select({ id: domains.id })
			.from(domains)
			.where(sql`${domains.nextCheckAt} <= ${at}`)
			.orderBy(asc(domains.nextCheckAt))
			.limit(AT_ONCE)
			.for("update", { skipLocked: true });
		const claimed = await db
			.update(domains)
			.set({ nextCheckAt: new Date(at.getTime() + CLAIM_MS) })
			.where(and(inArray(domains.id, due)))
			.returning({ id: domains.id, host: domains.host, userId: domains.userId });
		// Those that wait for their turn all listen for the stop.
		setMaxListeners(AT_ONCE + 1, stopping);
		const done = await Promise.allSettled(claimed.map((each) => check(each, stopping)));
		if (stopping.aborted) return false;
		const failed = done.find((each) => each.status === "rejected");
		if (failed) throw failed.reason;
		return claimed.length === AT_ONCE;
	}

	/** Has every domain checked by the next `checkDue`. */
	async function makeAllDue(): Promise<void> {
		await db.update(domains).set({ nextCheckAt: now() });
	}

	return { check, checkDue, makeAllDue };
}

/** Only an answer without the holder's record, asked for after the holder was verified, frees a host. */
function mayTake(holder: DomainRow, reading: DomainReading, startedAt: Date): boolean {
	return (
		holder.verifiedAt !== null && holder.verifiedAt < startedAt && txtStateOf(reading, holder.token).state === "missing"
	);
}
