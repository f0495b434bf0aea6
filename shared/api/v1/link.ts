import { z } from "zod";
import { ANSWER_FIELDS } from "../../links/link-fields.ts";
import { rowId } from "../../platform/row-id.ts";

/** The account's own id for a link. */
export const EXTERNAL_ID_MAX = 255;

/** A link, as the public API gives it. */
export const apiLink = z
	.object({
		id: rowId,
		externalId: z.string().nullable(),
		slug: z.string(),
		shortUrl: z.url(),
		/** The host of the own domain that it is on; null for ours. */
		domain: z.string().nullable(),
		targetUrl: z.string(),
		title: z.string(),
		description: z.string(),
		/** Absolute. */
		imageUrl: z.string().nullable(),
		tags: z.array(z.string()),
		isArchived: z.boolean(),
		startsAt: ANSWER_FIELDS.startsAt.unwrap().nullable(),
		endsAt: ANSWER_FIELDS.endsAt.unwrap().nullable(),
		afterUrl: ANSWER_FIELDS.afterUrl.unwrap().nullable(),
		views: z.object({ people: z.number().int(), bots: z.number().int() }),
		/** When a person last opened it. */
		lastSeenAt: z.iso.datetime().nullable(),
		createdAt: z.iso.datetime(),
		deletedAt: z.iso.datetime().nullable(),
		/** Why it may not work as its owner means: an operator disabled it, or the guard flagged or closed it. */
		problem: z.enum(["disabled", "flagged", "blocked"]).nullable(),
		/** Since when its target hasn't been found; null while it is. */
		targetGoneSince: z.iso.datetime().nullable(),
		/** Changes with its content, as its `ETag` does. */
		revision: z.string(),
	})
	.meta({ id: "Link" });
export type ApiLink = z.infer<typeof apiLink>;
