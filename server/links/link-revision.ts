import { createHash } from "node:crypto";
import type { Link } from "#shared/links/links.table.ts";

/** What the name is made from. */
export type Revised = Pick<Link, "linkSlug" | "targetUrl" | "title" | "description" | "imageUrl">;

/**
 * Names what an edit can change of a link, as it stands (P134): two links with the same content have the same name. It
 * is made from the content and not counted, so that it also tells what a release without it has saved.
 */
export function linkRevision({ linkSlug, targetUrl, title, description, imageUrl }: Revised): string {
	const content = JSON.stringify([linkSlug, targetUrl, title, description, imageUrl]);
	return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}
