import { z } from "zod";
import { rowId } from "../../platform/row-id.ts";
import { apiLink } from "../v1/link.ts";
import { WEBHOOK_TEST, type WebhookType } from "./webhook.ts";

const count = z.number().int();
const textOf = (description: string) => z.string().meta({ description });
const countOf = (description: string) => count.meta({ description });

const usage = z.object({
	month: textOf("The month (UTC), as `2027-01`."),
	used: countOf("Links created this month."),
	limit: countOf("The links that the plan includes each month."),
});
const finishedImport = z.object({
	id: textOf("The import's id."),
	fileName: textOf("The file's name."),
	state: z.enum(["done", "stopped"]).meta({ description: "Whether it ended or was stopped." }),
	reason: z.string().nullable().meta({ description: "Why it was stopped; null if it ended." }),
	rows: z
		.object({
			made: countOf("New links."),
			same: countOf("Duplicates."),
			refused: countOf("Rows that were skipped."),
			left: countOf("Rows that it didn't reach."),
		})
		.meta({ description: "How many rows became what." }),
});
const dayOfViews = z.object({
	day: z.iso.date(),
	people: count,
	bots: count,
	visitors: count,
	links: z
		.array(z.object({ id: rowId, slug: z.string(), people: count, bots: count }))
		.meta({ description: "The ten links with the most views." }),
});
const preview = z.object({
	link: apiLink,
	platform: textOf("The platform, such as `whatsapp`."),
	version: countOf("The version of the card."),
});
const trial = z.object({ webhookId: rowId.meta({ description: "The webhook's id." }), message: textOf("A greeting.") });

/** The `data` of each type of event. */
export const WEBHOOK_DATA = {
	"link.created": apiLink,
	"link.updated": apiLink,
	"link.deleted": apiLink,
	"link.flagged": apiLink,
	"link.target_gone": apiLink,
	"card.previewed": preview,
	"usage.80": usage,
	"usage.100": usage,
	"import.finished": finishedImport,
	"stats.day": dayOfViews,
	[WEBHOOK_TEST]: trial,
} as const satisfies Record<WebhookType, z.ZodObject>;

/** The body of an event. */
export function webhookBody(type: WebhookType) {
	return z.object({
		type: z.literal(type).meta({ description: "What happened." }),
		timestamp: z.iso.datetime().meta({ description: "When it happened." }),
		data: WEBHOOK_DATA[type],
	});
}
