import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Tx } from "#server/platform/db/tx.ts";
import type { TagCount } from "#shared/links/link-list.ts";
import type { Owner } from "../links.service.ts";

/** Shared: creating a collator takes longer than comparing thousands of names. */
const byName = new Intl.Collator("en", { sensitivity: "base" });
/** Characters of JSON; 5,000 tags are at most about 250,000. */
const CACHED_MAX = 10_000_000;

type Reader = Pick<Tx, "execute">;
type Options = { sort?: (tags: TagCount[]) => TagCount[] };

/** Caches accounts' tags by name as sorted JSON, rebuilt only after a change. */
export function createTagCounts({ sort = sorted }: Options = {}) {
	const cache = new LRUCache<string, { hash: string; json: string }>({
		maxSize: CACHED_MAX,
		sizeCalculation: ({ json }) => json.length,
	});

	/** @returns `TagCount[]` as JSON */
	async function read(tx: Reader, { id }: Pick<Owner, "id">): Promise<string> {
		const known = cache.get(id);
		// One text, which is read several times faster than rows; null if it is the cached one.
		const { rows } = await tx.execute<{ hash: string; text: string | null }>(sql`
			WITH counted AS MATERIALIZED (
				SELECT coalesce(json_agg(json_build_object('name', name, 'count', count) ORDER BY name), '[]')::text AS text
				FROM (SELECT name, count(*) AS count FROM links, unnest(tags) AS name
					WHERE user_id = ${id} AND NOT deleted GROUP BY name) AS tags
			), hashed AS MATERIALIZED (
				SELECT encode(sha256(convert_to(text, 'UTF8')), 'hex') AS hash, text FROM counted
			)
			SELECT hash, CASE WHEN hash = ${known?.hash ?? ""} THEN NULL ELSE text END AS text FROM hashed`);
		const [row] = rows;
		if (known && row?.text === null) return known.json;
		const json = JSON.stringify(sort(JSON.parse(row?.text ?? "[]")));
		cache.set(id, { hash: row?.hash ?? "", json });
		return json;
	}

	return { read };
}

function sorted(tags: TagCount[]): TagCount[] {
	return tags.sort((a, b) => byName.compare(a.name, b.name));
}
