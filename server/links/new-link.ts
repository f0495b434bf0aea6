import type { LinkContent, Reading } from "#server/moderation/guard/content.ts";
import type { AppError } from "#server/platform/http/app-error.ts";
import type { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";

type Required = "title" | "description" | "targetUrl" | "imageUrl" | "tags";
type Optional = Exclude<LinkField, Required | "linkSlug" | "archivedAt">;

/** A new link, validated and normalized. A null `linkSlug` requests a random one; omitted optional fields are empty. */
export type NewLink = Pick<Link, Required> & { [Name in Optional]?: Link[Name] } & {
	linkSlug: string | null;
	/** The host of the owner's domain; null for our own address, omitted for the default. */
	domain?: string | null | undefined;
	isArchived: boolean;
	/** Refused, instead of created without its image or with fewer tags. */
	isWhole?: boolean;
	externalId?: string | null;
	cards: Omit<typeof linkCards.$inferInsert, "linkId">[];
	/** From `LinkWriter.read`; if missing or outdated, moderation runs within the transaction. */
	reading?: Reading;
	/** Texts of cards that `addTo` writes, which moderation considers too. */
	cardsToCome?: LinkContent["cards"];
};

/** `leftOut`: an image that isn't the owner's, and tags beyond the limit; `reasons`: those of a flag (P382). */
export type Written =
	| { link: Link; leftOut: ("image" | "tags")[]; reasons: ModerationReason[] }
	| { refused: "no room" | "slug taken" }
	| { refused: "blocked"; error: AppError };
