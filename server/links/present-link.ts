import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { LinkView } from "#shared/links/link.ts";
import { fieldsThat, fieldText } from "#shared/links/link-fields.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { linkRevision } from "./link-revision.ts";
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
		shortUrl: shortUrlOf(linksOrigin, { userSlug, linkSlug: link.linkSlug }),
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
	};
}

type Listed = OwnLink & Partial<Pick<ListRow, "topSource" | "flagState">>;

/** The same in a list, with what its owner has noted of it, and where its people came from. */
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
