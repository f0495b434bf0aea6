import { createHash } from "node:crypto";
import type { Link } from "#shared/links/links.table.ts";

/** What the name is made from. */
export type Revised = Pick<
	Link,
	"linkSlug" | "targetUrl" | "title" | "description" | "imageUrl" | "startsAt" | "endsAt" | "afterUrl"
>;

/**
 * Names what an edit can change of a link, as it stands (P134): two links with the same content have the same name. It
 * is made from the content and not counted, so that it also tells what a release without it has saved.
 */
export function linkRevision({ linkSlug, targetUrl, title, description, imageUrl, ...schedule }: Revised): string {
	const { startsAt, endsAt, afterUrl } = schedule;
	const content = [linkSlug, targetUrl, title, description, imageUrl];
	// A link without times is named as a release that knew of none named it.
	if (startsAt || endsAt || afterUrl) content.push(JSON.stringify([startsAt, endsAt, afterUrl]));
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
