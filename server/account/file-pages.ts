import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Origins } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { cutOfStored } from "#shared/links/images/image-cut.ts";
import { imageOwners } from "#shared/links/images/images.table.ts";
import { imageCuts, originals } from "#shared/links/images/originals.table.ts";
import { importRows, imports } from "#shared/links/imports/imports.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { rowPages } from "./row-pages.ts";

const ROWS_AT_ONCE = 250;

/** The latest import, row by row. */
export async function importsOf(db: Db, userId: string) {
	const { id, fileName, state, createdAt } = imports;
	const { line, note, content } = importRows;
	const files = await db.select({ id, fileName, state, createdAt }).from(imports).where(eq(imports.userId, userId));
	return files.map(({ id: importId, ...file }) => ({
		...file,
		rows: rowPages<{ line: number }>((last, limit) => {
			return db
				.select({ line, state: importRows.state, note, content })
				.from(importRows)
				.where(and(eq(importRows.importId, importId), last && gt(line, last.line)))
				.orderBy(asc(line))
				.limit(limit);
		}, ROWS_AT_ONCE),
	}));
}

/** Every uploaded image, including those no link shows. */
export async function* imagePages(db: Db, userId: string, imagesOrigin: string) {
	const { imageUrl } = imageOwners;
	const pages = rowPages<{ imageUrl: string }>((last, limit) => {
		return db
			.select({ imageUrl })
			.from(imageOwners)
			.where(and(eq(imageOwners.userId, userId), last && gt(imageUrl, last.imageUrl)))
			.orderBy(asc(imageUrl))
			.limit(limit);
	}, ROWS_AT_ONCE);
	for await (const page of pages) yield page.map((row) => imagesOrigin + row.imageUrl);
}

/** Originals and crops of an account's images; while signed in, each address returns the file. */
export async function* originalPages(db: Db, userId: string, { publicOrigin, imagesOrigin }: Origins) {
	const { originalId, imageUrl, x, y, width, height } = imageCuts;
	const pages = rowPages<OriginalRow>((last, limit) => {
		return db
			.select({ originalId, imageUrl, type: originals.type, bytes: originals.bytes, x, y, width, height })
			.from(imageCuts)
			.innerJoin(originals, eq(originals.id, originalId))
			.where(
				and(
					eq(originals.userId, userId),
					isNull(originals.evictedAt),
					last && sql`(${originalId}, ${imageUrl}) > (${last.originalId}, ${last.imageUrl})`,
				),
			)
			.orderBy(asc(originalId), asc(imageUrl))
			.limit(limit);
	}, ROWS_AT_ONCE);
	for await (const page of pages) {
		yield page.map(({ originalId: _, imageUrl: of, type, bytes, x, y, width, height }) => ({
			picture: imagesOrigin + of,
			original: publicOrigin + API.links.original(of),
			type,
			bytes,
			cut: cutOfStored({ x, y, width, height }),
		}));
	}
}

type OriginalRow = typeof imageCuts.$inferSelect & Pick<typeof originals.$inferSelect, "type" | "bytes">;
