import type { ListRow } from "#server/links/list/list-rows.ts";
import { linkRevision } from "#server/links/present-link.ts";
import { imageUrlOn, shortUrlOf } from "#server/platform/config/origins.ts";
import type { ApiLink } from "#shared/api/v1/link.ts";

type Options = { userSlug: string; linksOrigin: string; imagesOrigin: string };

/** A link as the public API gives it. */
export function presentApiLink(link: ListRow, { userSlug, linksOrigin, imagesOrigin }: Options): ApiLink {
	const { id, externalId, linkSlug, domain, targetUrl, title, description, imageUrl, tags, afterUrl } = link;
	return {
		...{ id, externalId, slug: linkSlug, domain, targetUrl, title, description, tags, afterUrl },
		shortUrl: shortUrlOf(linksOrigin, { userSlug, linkSlug, domain }),
		imageUrl: imageUrlOn(imagesOrigin, imageUrl),
		isArchived: link.archivedAt !== null,
		startsAt: link.startsAt?.toISOString() ?? null,
		endsAt: link.endsAt?.toISOString() ?? null,
		views: { people: link.viewsHuman, bots: link.viewsBot },
		lastSeenAt: link.lastSeenAt?.toISOString() ?? null,
		createdAt: link.createdAt.toISOString(),
		deletedAt: link.deletedAt?.toISOString() ?? null,
		problem: link.isDisabled ? "disabled" : problemOf(link.flagState),
		targetGoneSince: link.targetState?.goneSince ?? null,
		revision: linkRevision(link),
	};
}

function problemOf(state: ListRow["flagState"]): ApiLink["problem"] {
	return state === "flagged" || state === "blocked" ? state : null;
}
