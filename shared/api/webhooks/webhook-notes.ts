import type { WebhookEvent } from "./webhook.ts";

/** When each event is sent, for the form and the reference, in the form's order. */
export const EVENT_NOTES: Record<WebhookEvent, string> = {
	"link.created": "A link is created, also by an import or the API.",
	"link.updated": "A link's details or card change.",
	"link.deleted": "A link is deleted.",
	"link.flagged": "We flag a link for review.",
	"card.previewed": "A platform fetches a version of your card for the first time.",
	"usage.80": "You've used 80% of this month's links.",
	"usage.100": "You've used all of this month's links.",
	"import.finished": "An import ends.",
	"stats.day": "Once a day, the views of the day before (UTC).",
};
