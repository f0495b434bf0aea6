import { createHash } from "node:crypto";
import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { LinkView } from "#shared/links/link.ts";
import { type FieldsWith, fieldsThat, fieldText, type LinkField } from "#shared/links/link-fields.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { OwnLink } from "./links.service.ts";
import type { ListRow } from "./list/list-rows.ts";

const WHERE_SET = fieldsThat(({ answer }) => answer !== null);

type Options = { userSlug: string; linksOrigin: string };

/** A link as its owner sees it; no other column leaves the server. */
export function presentLink(link: OwnLink, { userSlug, linksOrigin }: Options): LinkView {
	return {
		id: link.id,
		userId: link.userId,
		linkSlug: link.linkSlug,
		shortUrl: shortUrlOf(linksOrigin, { userSlug, linkSlug: link.linkSlug, domain: link.domain }),
		domain: link.domain,
		targetUrl: link.targetUrl,
		title: link.title,
		description: link.description,
		imageUrl: link.imageUrl,
		imageSource: link.imageSource === "ai" ? "ai" : "upload",
		viewsBot: link.viewsBot,
		viewsHuman: link.viewsHuman,
		deleted: link.deleted,
		createdAt: link.createdAt.toISOString(),
		deletedAt: link.deletedAt?.toISOString() ?? null,
		cardVersion: link.cardVersion,
		revision: linkRevision(link),
		...Object.fromEntries(WHERE_SET.flatMap((name) => (link[name] ? [[name, fieldText(link[name])]] : []))),
		...(link.isDisabled && { disabled: true }),
		...(link.flag && { flag: link.flag }),
		...(link.targetState && { targetHealth: link.targetState }),
	};
}

type Listed = OwnLink & Partial<Pick<ListRow, "topSource" | "flagState">>;

/** The same for the list, with the owner's notes and the top source. */
export function presentListedLink(link: Listed, options: Options): ListedLink {
	return {
		...presentLink(link, options),
		tags: link.tags,
		archived: link.archivedAt !== null,
		lastSeenAt: link.lastSeenAt?.toISOString() ?? null,
		...(typeof link.topSource === "string" && { topSource: link.topSource }),
		...(link.flagState && link.flagState !== "cleared" && { flagState: link.flagState }),
	};
}

type RevisedField = Exclude<LinkField, FieldsWith<"revision", "never">>;

export type Revised = Pick<Link, RevisedField | "domainId">;

const ALWAYS = fieldsThat<FieldsWith<"revision", "always">>(({ revision }) => revision === "always");
const TIMES = fieldsThat<FieldsWith<"revision", "times">>(({ revision }) => revision === "times");
const REVISED_WHERE_SET = fieldsThat<RevisedField>(({ revision }) => revision === "set");

/**
 * A hash (P134), since a counter would miss saves by an older release. Empty times and newer fields don't change it.
 */
export function linkRevision(link: Revised): string {
	const content: (string | null)[] = ALWAYS.map((field) => link[field]);
	if (TIMES.some((field) => link[field])) content.push(JSON.stringify(TIMES.map((field) => link[field])));
	for (const field of REVISED_WHERE_SET) if (link[field]) content.push(JSON.stringify([field, link[field]]));
	if (link.domainId) content.push(JSON.stringify(["domain", link.domainId]));
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
