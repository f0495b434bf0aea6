import { createHash } from "node:crypto";
import { type FieldsWith, fieldsThat, type LinkField } from "#shared/links/link-fields.ts";
import type { Link } from "#shared/links/links.table.ts";

type RevisedField = Exclude<LinkField, FieldsWith<"revision", "never">>;

/** What the revision is made from. */
export type Revised = Pick<Link, RevisedField>;

const ALWAYS = fieldsThat<FieldsWith<"revision", "always">>(({ revision }) => revision === "always");
const TIMES = fieldsThat<FieldsWith<"revision", "times">>(({ revision }) => revision === "times");
const WHERE_SET = fieldsThat<RevisedField>(({ revision }) => revision === "set");

/**
 * Names what an edit can change of a link (P134): two links with the same content have the same revision. It is made
 * from the content and not counted, so that it also changes when a release without it saves. A link without times or
 * newer fields keeps the revision of a release without them.
 */
export function linkRevision(link: Revised): string {
	const content: (string | null)[] = ALWAYS.map((field) => link[field]);
	if (TIMES.some((field) => link[field])) content.push(JSON.stringify(TIMES.map((field) => link[field])));
	for (const field of WHERE_SET) if (link[field]) content.push(JSON.stringify([field, link[field]]));
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
