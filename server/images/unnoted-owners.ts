import { and, asc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictureOwners, pictures } from "#shared/images/pictures.table.ts";
import { links } from "#shared/links/links.table.ts";

/** Links looked at by one question: a few milliseconds, however many there are. */
const BATCH = 20_000;

/**
 * Pictures of ours with a user whose link shows them without being noted as their owner. This release leaves none; one
 * from before migration 0004 leaves one with each link that it writes.
 */
export async function* unnotedOwners(db: Db): AsyncGenerator<{ imageUrl: string; userId: string }> {
	for (let from = 0; ; ) {
		const [last] = await db
			.select({ id: links.id })
			.from(links)
			.where(gt(links.id, from))
			.orderBy(asc(links.id))
			.offset(BATCH - 1)
			.limit(1);
		const upTo = last?.id ?? 2 ** 31 - 1;
		yield* await db
			.selectDistinct({ imageUrl: pictures.imageUrl, userId: links.userId })
			.from(links)
			.innerJoin(pictures, eq(pictures.imageUrl, links.imageUrl))
			.leftJoin(
				pictureOwners,
				and(eq(pictureOwners.userId, links.userId), eq(pictureOwners.imageUrl, pictures.imageUrl)),
			)
			.where(and(gt(links.id, from), lte(links.id, upTo), isNull(pictureOwners.userId)));
		if (!last) return;
		from = upTo;
	}
}
