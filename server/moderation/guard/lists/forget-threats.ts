import { inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { domains } from "#shared/links/domains/domains.table.ts";

/** Takes addresses that turned out to be threats from accounts' domains; their visitors get 404 (P634). */
export async function forgetThreats(db: Pick<Db, "update">, addresses: readonly string[]): Promise<void> {
	if (addresses.length === 0) return;
	await db
		.update(domains)
		.set({ rootTarget: null })
		.where(inArray(domains.rootTarget, [...addresses]));
	await db
		.update(domains)
		.set({ unknownTarget: null })
		.where(inArray(domains.unknownTarget, [...addresses]));
}
