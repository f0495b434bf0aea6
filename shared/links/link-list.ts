import { z } from "zod";
import { linkFlag } from "../moderation/guard/moderation-reason.ts";
import { cleanLine, isPlainLine } from "../platform/plain-text.ts";
import { rowId } from "../platform/row-id.ts";
import { link } from "./link.ts";

export const LINK_SORTS = ["newest", "people", "bots", "seen"] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const LINK_FILTERS = ["archived", "flagged", "disabled", "no-picture", "expired", "gone"] as const;
export type LinkFilter = (typeof LINK_FILTERS)[number];

export const LIST_LIMITS = {
	search: 200,
	page: 50,
	changes: 500,
	tags: 10,
	tag: 30,
} as const;

export const TAG_RULE = `A tag has 1 to ${LIST_LIMITS.tag} characters, and no comma`;
export const TOO_MANY_TAGS = `A link takes up to ${LIST_LIMITS.tags} tags`;

/** The error for an account with as many tags as its plan allows (P230). */
export function tagLimitReached(limit: number): string {
	return `Your plan allows ${limit.toLocaleString("en-US")} different tags. Use an existing tag, or remove one first.`;
}

/** A tag as stored: trimmed, with single spaces inside. */
export const tagName = z
	.string(TAG_RULE)
	.transform((text) => cleanLine(text).replace(/\s+/g, " "))
	.refine((text) => text.length > 0 && text.length <= LIST_LIMITS.tag && !text.includes(","), TAG_RULE)
	// In a URL these are path segments for the current and parent directory.
	.refine((text) => text !== "." && text !== "..", TAG_RULE);

export const listedLink = link.extend({
	tags: z.array(z.string()),
	archived: z.boolean(),
	lastSeenAt: z.iso.datetime().nullable(),
	/** The source of most people (P191), empty if unknown; absent without people. */
	topSource: z.string().optional(),
	/** Present if the link is flagged or blocked (P390). */
	flagState: linkFlag.shape.state.optional(),
});
export type ListedLink = z.infer<typeof listedLink>;

export const linkSearch = z.object({
	/** Not trimmed, because it mirrors the field while typing. */
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

/** Answer of `GET /api/links/index`: a consistent snapshot. */
export const linkIndex = z.object({
	ids: z.array(z.number().int()),
	/** Of all links of the account, ignoring the search. */
	totals: z.object({
		links: z.number().int(),
		archived: z.number().int(),
		flagged: z.number().int().optional(),
		/** Those that the filter `gone` finds; absent where there are none. */
		gone: z.number().int().optional(),
		/** Those that the filter `no-image` finds; absent where there are none. */
		withoutImage: z.number().int().optional(),
	}),
	tags: z.array(tagCount),
	readAt: z.iso.datetime(),
});
export type LinkIndex = z.infer<typeof linkIndex>;

/** A list with its first rows, all of it as it stood in one moment: the answer of `GET /api/links/search`. */
export const linkOverview = linkIndex.extend({ links: z.array(listedLink) });
export type LinkOverview = z.infer<typeof linkOverview>;

const ids = z.array(rowId).min(1).max(LIST_LIMITS.changes);

export const linkChanges = z.discriminatedUnion("change", [
	z.object({ change: z.enum(["archive", "unarchive", "delete", "restore"]), ids }),
	z.object({ change: z.enum(["tag", "untag"]), ids, tag: tagName }),
]);
export type LinkChanges = z.infer<typeof linkChanges>;

/** What changed and what failed. Links already in the requested state, or missing, are in neither. */
export const changedLinks = z.object({
	changed: z.array(z.number().int()),
	refused: z.array(z.object({ id: z.number().int(), message: z.string() })),
});
export type ChangedLinks = z.infer<typeof changedLinks>;
