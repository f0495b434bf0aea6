import { and, eq, inArray, sql } from "drizzle-orm";
import { FLAG_IS_SHOWN } from "#server/moderation/disabling/trusted-owners.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { TARGET_STATE } from "#server/platform/db/link-health.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { FlagState } from "#shared/moderation/guard/moderation-reason.ts";
import { columnsFor, type Owner, type OwnLink } from "../links.service.ts";
import { topSourceOf } from "./top-source.ts";

export type ListRow = OwnLink & { topSource: string | null; flagState: FlagState | null };

/** Null where its owner sees no flag. */
export const flagState = sql<FlagState | null>`(SELECT f.state FROM link_flags f
	WHERE f.link_id = ${links.id} AND ${sql.raw(FLAG_IS_SHOWN)})`;

type Asked = { ids: number[]; deleted: boolean };

/** An owner's links in the order of these ids; missing or foreign ones are omitted. */
export async function listRows(db: Pick<Db, "select">, owner: Owner, { ids, deleted }: Asked): Promise<ListRow[]> {
	if (ids.length === 0) return [];
	const found = await db
		.select({ ...columnsFor(owner), sources: linkSources.sources, flagState, targetState: TARGET_STATE })
		.from(links)
		.leftJoin(linkSources, eq(linkSources.linkId, links.id))
		.where(and(inArray(links.id, ids), eq(links.userId, owner.id), eq(links.deleted, deleted)));
	const byId = new Map(found.map(({ sources, ...link }) => [link.id, { ...link, topSource: topSourceOf(sources) }]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}
