import type { LinkContent, Reading } from "#server/moderation/guard/content.ts";
import type { AppError } from "#server/platform/http/app-error.ts";
import type { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";

type Required = "title" | "description" | "targetUrl" | "imageUrl" | "tags";
type Optional = Exclude<LinkField, Required | "linkSlug" | "archivedAt">;

/**
 * A link that is to be made, judged and normalized; `linkSlug` null asks for a random one. An optional field that it
 * leaves out is empty.
 */
export type NewLink = Pick<Link, Required> & { [Name in Optional]?: Link[Name] } & {
	linkSlug: string | null;
	isArchived: boolean;
	cards: Omit<typeof linkCards.$inferInsert, "linkId">[];
	/** The guard's, of `LinkWriter.read`; what has none, or an outdated one, is read within the transaction. */
	reading?: Reading;
	/** Texts of cards that `addTo` writes: the link is judged with them. */
	cardsToCome?: LinkContent["cards"];
};

/**
 * The outcome; `leftOut` names an image of ours that isn't the owner's, and tags that found no room; `reasons` are those of a
 * flagged link (P382).
 */
export type Written =
	| { link: Link; leftOut: ("image" | "tags")[]; reasons: ModerationReason[] }
	| { refused: "no room" | "slug taken" }
	| { refused: "blocked"; error: AppError };
