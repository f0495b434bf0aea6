import { and, desc, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { targetHealth } from "#shared/links/health/target-health.table.ts";
import type { createTargetAsker } from "./ask-target.ts";

type Options = { db: Db; ask: ReturnType<typeof createTargetAsker>; now: () => Date };

/** For how long a page that answered shows that this process reaches others. */
const KNOWN_MS = 10 * 60_000;
const WITNESSES = 3;
/** So many hosts that fail at once, where none ever answered, are this machine's fault. */
const MANY_HOSTS = 5;

/**
 * Whether a failure is the target's: while this machine's network, name server or clock is broken, every host fails, and
 * nothing is concluded (P684).
 */
export function createOurSide({ db, ask, now }: Options) {
	/** When a host last answered as it should, by protocol: port 80 can be closed to us alone. */
	const answered = new Map<string, { host: string; at: number }>();

	function note(url: URL): void {
		answered.set(url.protocol, { host: url.host, at: now().getTime() });
	}

	/** Asks pages that answered lately where nobody else did. @param failed addresses of one protocol that failed at once */
	async function isFine(protocol: string, failed: readonly URL[], signal?: AbortSignal): Promise<boolean> {
		const hosts = [...new Set(failed.map(({ hostname }) => hostname))];
		const last = answered.get(protocol);
		if (last && now().getTime() - last.at < KNOWN_MS && !failed.some(({ host }) => host === last.host)) return true;
		const witnesses = await db
			.select({ url: targetHealth.url, byGet: targetHealth.byGet })
			.from(targetHealth)
			.where(
				and(
					isNotNull(targetHealth.fineAt),
					isNull(targetHealth.failingSince),
					notInArray(targetHealth.host, hosts),
					sql`starts_with(${targetHealth.url}, ${`${protocol}//`})`,
				),
			)
			.orderBy(desc(targetHealth.fineAt))
			.limit(WITNESSES);
		const found = await Promise.all(witnesses.map(({ url, byGet }) => ask({ url, byGet, failures: 0, signal })));
		for (const { outcome, at } of found) if (outcome.kind === "fine") note(at);
		if (found.some(({ outcome }) => outcome.kind === "fine")) return true;
		return found.length === 0 && hosts.length < MANY_HOSTS;
	}

	return { note, isFine };
}
