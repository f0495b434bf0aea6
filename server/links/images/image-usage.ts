import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { imageCounts } from "#shared/links/images/images.table.ts";
import { originals } from "#shared/links/images/originals.table.ts";
import { utcDay } from "#shared/platform/days.ts";

/** What an account has used of its plan's storage (P244) and of `at`'s UTC day (P245). */
export async function imageUsage(db: Pick<Db, "select">, userId: string, at: Date) {
	const [stored] = await db
		.select({ bytes: sql`coalesce(sum(${originals.bytes}), 0)`.mapWith(Number) })
		.from(originals)
		.where(and(eq(originals.userId, userId), isNull(originals.evictedAt)));
	const [counted] = await db
		.select({ count: imageCounts.count })
		.from(imageCounts)
		.where(and(eq(imageCounts.userId, userId), eq(imageCounts.day, utcDay(at.getTime()))));
	return { originalsBytes: stored?.bytes ?? 0, imagesToday: counted?.count ?? 0 };
}
