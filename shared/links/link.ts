import { z } from "zod";
import { linkFlag } from "../moderation/guard/moderation-reason.ts";
import { ANSWER_FIELDS } from "./link-fields.ts";

/** A link as its owner's browser sees it. */
export const link = z.object({
	id: z.number().int(),
	/** Its owner. Earlier releases answer none. */
	userId: z.string().optional(),
	linkSlug: z.string(),
	/** The whole short address, `https://.../go/{userSlug}/{linkSlug}`. */
	shortUrl: z.string(),
	targetUrl: z.string(),
	title: z.string(),
	description: z.string(),
	imageUrl: z.string().nullable(),
	imageSource: z.enum(["upload", "ai"]).nullable(),
	viewsBot: z.number().int(),
	viewsHuman: z.number().int(),
	deleted: z.boolean(),
	createdAt: z.iso.datetime(),
	deletedAt: z.iso.datetime().nullable(),
	/** The version of its card, from 1 (P137). A release before it answers none. */
	cardVersion: z.number().int().optional(),
	/** Identifies the present content; an edit sends the one it began from (P134). Older releases have none. */
	revision: z.string().optional(),
	...ANSWER_FIELDS,
	/** There, and true, where an operator has disabled the link, its owner or its target's host. */
	disabled: z.boolean().optional(),
	/** There where its card or target is suspicious (P382); a list has its state alone. */
	flag: linkFlag.optional(),
});
export type LinkView = z.infer<typeof link>;

/** Answer of `GET /api/links/monthly-usage`; a limit of 0 is unlimited. */
export const monthlyUsage = z.object({
	monthlyCount: z.number().int(),
	limit: z.number().int(),
});
export type MonthlyUsage = z.infer<typeof monthlyUsage>;

/** Answer of `GET /api/links/check-slug-availability`. */
export const slugAvailability = z.object({
	available: z.boolean(),
	message: z.string().optional(),
});
export type SlugAvailability = z.infer<typeof slugAvailability>;
