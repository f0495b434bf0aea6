import { z } from "zod";
import { linkFlag } from "../moderation/guard/moderation-reason.ts";
import { targetState } from "./health/target-failure.ts";
import { ANSWER_FIELDS } from "./link-fields.ts";

export const link = z.object({
	id: z.number().int(),
	userId: z.string().optional(),
	linkSlug: z.string(),
	shortUrl: z.string(),
	/** The host of the owner's domain that it is on; null for our own. Absent in earlier releases. */
	domain: z.string().nullable().default(null),
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
	/** The card's version, from 1 (P137). Absent in earlier releases. */
	cardVersion: z.number().int().optional(),
	/** Identifies the current content; an edit sends the one it is based on (P134). Absent in older releases. */
	revision: z.string().optional(),
	...ANSWER_FIELDS,
	/** True if an operator has disabled the link, its owner or its target's host; otherwise absent. */
	disabled: z.boolean().optional(),
	/** Present if its card or target is suspicious (P382); lists have only its state. */
	flag: linkFlag.optional(),
	/** Present if its target is gone, or checks of it are off (P685). */
	targetHealth: targetState.optional(),
});
export type LinkView = z.infer<typeof link>;

export const monthlyUsage = z.object({
	monthlyCount: z.number().int(),
	limit: z.number().int(),
});
export type MonthlyUsage = z.infer<typeof monthlyUsage>;

export const slugAvailability = z.object({
	available: z.boolean(),
	message: z.string().optional(),
});
export type SlugAvailability = z.infer<typeof slugAvailability>;
