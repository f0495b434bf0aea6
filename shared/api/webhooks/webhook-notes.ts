import type { WebhookEvent } from "./webhook.ts";

/** When each event is sent, for the form and the reference, in the form's order. */
export const EVENT_NOTES: Record<WebhookEvent, string> = {
	"link.created": "A link is created, also by an import or the API.",
	"link.updated": "A link's details change, or it's archived, restored or disabled.",
	"link.deleted": "A link is deleted.",
	"link.flagged": "We flag or block a link.",
	"link.target_gone": "A link's target can't be found any longer.",
	"card.previewed": "A platform fetches a version of a link's card for the first time.",
	"usage.80": "80% of this month's links are used.",
	"usage.100": "All of this month's links are used.",
	"import.finished": "An import ends or is stopped.",
	"stats.day": "Once a day, soon after midnight (UTC): the views of the day before.",
};

const A_LINK = "The link, as the API returns it.";

/** What is in the `data` of each. */
export const EVENT_DATA: Record<WebhookEvent, string> = {
	"link.created": A_LINK,
	"link.updated": A_LINK,
	"link.deleted": A_LINK,
	"link.flagged": "The link; `problem` is `flagged` or `blocked`.",
	"link.target_gone": "The link; `targetGoneSince` says since when.",
	"card.previewed": "`link`, `platform` and `version`.",
	"usage.80": "`month`, `used` and `limit`.",
	"usage.100": "`month`, `used` and `limit`.",
	"import.finished":
		"`id`, `fileName`, `state`, `reason` and `rows`: how many were `made`, `same`, `refused` or `left`.",
	"stats.day": "`day`, `people`, `bots`, `visitors`, and `links`: the ten with the most views.",
};
