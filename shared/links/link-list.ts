import { z } from "zod";
import { linkFlag } from "../moderation/guard/moderation-reason.ts";
import { cleanLine, isPlainLine } from "../platform/plain-text.ts";
import { rowId } from "../platform/row-id.ts";
import { link } from "./link.ts";

/** Sort order of a list of links; among equals the newest first. */
export const LINK_SORTS = ["newest", "people", "bots", "seen"] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** Which links a list holds; without one of these, all that are not archived. */
export const LINK_FILTERS = ["archived", "flagged", "disabled", "no-picture", "expired"] as const;
export type LinkFilter = (typeof LINK_FILTERS)[number];

export const LIST_LIMITS = {
	/** Of what one searches for, in UTF-16 code units. */
	search: 200,
	/** Rows in the first answer and in each later one. */
	page: 50,
	/** Links changed by one call. */
	changes: 500,
	/** Tags of a link, and the length of each in UTF-16 code units. */
	tags: 10,
	tag: 30,
} as const;

export const TAG_RULE = `A tag has 1 to ${LIST_LIMITS.tag} characters, and no comma`;
export const TOO_MANY_TAGS = `A link takes up to ${LIST_LIMITS.tags} tags`;

/** Said when an account has as many tags as its plan allows (P230). */
export function tagLimitReached(limit: number): string {
	return `Your plan allows ${limit.toLocaleString("en-US")} different tags. Use an existing tag, or remove one first.`;
}

/** One tag as it is stored: without spaces around it, and single ones within. */
export const tagName = z
	.string(TAG_RULE)
	.transform((text) => cleanLine(text).replace(/\s+/g, " "))
	.refine((text) => text.length > 0 && text.length <= LIST_LIMITS.tag && !text.includes(","), TAG_RULE)
	// In an address they are the folder and the one above.
	.refine((text) => text !== "." && text !== "..", TAG_RULE);

/** A link in its owner's list. */
export const listedLink = link.extend({
	tags: z.array(z.string()),
	archived: z.boolean(),
	/** When a person saw it last, as far as is known. */
	lastSeenAt: z.iso.datetime().nullable(),
	/** The source of most people (P191), empty if unknown; absent until there are any. */
	topSource: z.string().optional(),
	/** There where the link is flagged or blocked (P390). */
	flagState: linkFlag.shape.state.optional(),
});
export type ListedLink = z.infer<typeof listedLink>;

/** The query of `GET /api/links/search`. */
export const linkSearch = z.object({
	/** Not trimmed, since it is the field's text while one types. */
	q: z
		.string()
		.max(LIST_LIMITS.search)
		.transform((text) => text.replace(/\s/g, " "))
		.refine(isPlainLine)
		.default(""),
	sort: z.enum(LINK_SORTS).default("newest"),
	filter: z.enum(LINK_FILTERS).optional(),
	tag: z.string().max(LIST_LIMITS.tag).refine(isPlainLine).optional(),
});
export type LinkSearch = z.infer<typeof linkSearch>;

export const tagCount = z.object({ name: z.string(), count: z.number().int() });
export type TagCount = z.infer<typeof tagCount>;

/** Answer of `GET /api/links/index`: all of it as it stood in one moment. */
export const linkIndex = z.object({
	/** Of every link in the list, in order; the rows of those after the first are asked for by id. */
	ids: z.array(z.number().int()),
	/** Of all links of the account, whatever was searched for. */
	totals: z.object({
		links: z.number().int(),
		archived: z.number().int(),
		/** Flagged or blocked, archived ones too; absent where there are none. */
		flagged: z.number().int().optional(),
		/** Those that the filter `no-image` finds; absent where there are none. */
		withoutImage: z.number().int().optional(),
	}),
	/** The tags in use, by name. */
	tags: z.array(tagCount),
	readAt: z.iso.datetime(),
});
export type LinkIndex = z.infer<typeof linkIndex>;

/** A list with its first rows, all of it as it stood in one moment: the answer of `GET /api/links/search`. */
export const linkOverview = linkIndex.extend({ links: z.array(listedLink) });
export type LinkOverview = z.infer<typeof linkOverview>;

const ids = z.array(rowId).min(1).max(LIST_LIMITS.changes);

/** The body of `POST /api/links/changes`. */
export const linkChanges = z.discriminatedUnion("change", [
	z.object({ change: z.enum(["archive", "unarchive", "delete", "restore"]), ids }),
	z.object({ change: z.enum(["tag", "untag"]), ids, tag: tagName }),
]);
export type LinkChanges = z.infer<typeof linkChanges>;

/** Answer of the same: what it changed, and what could not be. What stood so already, or is not there, is in neither. */
export const changedLinks = z.object({
	changed: z.array(z.number().int()),
	refused: z.array(z.object({ id: z.number().int(), message: z.string() })),
});
export type ChangedLinks = z.infer<typeof changedLinks>;
