import { lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { targetHosts } from "#shared/links/health/target-health.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const MINUTE_MS = 60_000;

export type HostTurns = ReturnType<typeof createHostTurns>;

/** No host is asked more than once a minute, by however many processes (P682). */
export function createHostTurns({ db, now }: { db: Db; now: () => Date }) {
	/** @returns 0 if the host may be asked now, else milliseconds until it may */
	async function take(host: string): Promise<number> {
		const at = now();
		const free = new Date(at.getTime() - MINUTE_MS);
		const taken = await db
			.insert(targetHosts)
			.values({ host, askedAt: at })
			.onConflictDoUpdate({
				target: targetHosts.host,
				set: { askedAt: at },
				setWhere: sql`${targetHosts.askedAt} <= ${free}`,
			})
			.returning({ host: targetHosts.host });
		if (taken.length > 0) return 0;
		const [row] = await db.select().from(targetHosts).where(sql`${targetHosts.host} = ${host}`);
		return Math.max(1, (row?.askedAt.getTime() ?? 0) + MINUTE_MS - at.getTime());
	}

	async function forgetOld(): Promise<void> {
		await db.delete(targetHosts).where(lt(targetHosts.askedAt, new Date(now().getTime() - DAY_MS)));
	}

	return { take, forgetOld };
}
