import { API } from "#shared/platform/api-paths.ts";
import {
	agree,
	asks,
	be,
	cancels,
	changesTo,
	choose,
	days,
	hoursBeforeRenewal,
	open,
	pays,
	press,
	reactivates,
	see,
} from "./steps.ts";
import type { Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const asksToCancel = [open(TAB), press("Cancel subscription")];

export const cancelStories: Story[] = [
	{
		name: "cancel: the dialog names the last day",
		steps: [pays("pro"), ...asksToCancel],
		sentence: "Your Pro plan stays until {renewal}, its last day. You can change your mind until then.",
	},
	{
		name: "cancel: the dialog says what happens to links",
		steps: [pays("starter"), ...asksToCancel],
		sentence: "Your links keep working: they still show their previews and redirect people.",
	},
	{
		name: "cancel: the toast says when it ends",
		steps: [pays("pro"), ...asksToCancel, agree("Cancel subscription")],
		sentence: "Subscription canceled Your subscription will be canceled at the end of the current period",
		taken: [1999],
	},
	{
		name: "cancel: keeping it changes nothing",
		steps: [pays("pro"), ...asksToCancel, agree("Keep subscription")],
		sentence: "Pro Active Billing Monthly",
	},
	{
		name: "cancel: a canceled plan ends, and nothing more is taken",
		steps: [pays("pro"), cancels, days(40), open("/account")],
		sentence: "No active subscription",
		taken: [1999],
	},
	{
		name: "cancel: a yearly plan stays until the year ends",
		steps: [pays("basic", "yearly"), cancels, days(300), open(TAB)],
		sentence: "Canceled (ends on {end})",
		taken: [9990],
	},
	{
		name: "cancel: too late",
		steps: [be("lapsed"), asks(API.subscriptions.cancel, {})],
		sentence: "This subscription has already ended",
	},
	{
		name: "cancel: without a subscription there is nothing to cancel",
		steps: [be("none"), asks(API.subscriptions.cancel, {})],
		sentence: "No active subscription",
	},
	{
		name: "cancel: a planned change is dropped, and the dialog says so",
		cause: 10,
		steps: [be("planned-change"), ...asksToCancel],
		sentence: "Changes to Starter on {renewal}. Canceling drops this change. You can plan it again if you reactivate.",
	},
	{
		name: "cancel: the cost of reactivating is shown",
		cause: 10,
		steps: [be("planned-change"), cancels, open(TAB)],
		sentence: "If you reactivate, Pro renews on {end} for €199.90.",
	},
	{
		name: "reactivate: the toast says so",
		steps: [be("canceling"), open(TAB), press("Reactivate subscription")],
		sentence: "Subscription reactivated Your subscription has been successfully reactivated",
	},
	{
		name: "reactivate: it renews for the price shown",
		steps: [be("canceling"), reactivates, days(32), open(TAB)],
		sentence: "Pro Active Billing Monthly Next renewal {renewal} Price at next renewal €19.99",
		taken: [1999, 1999],
	},
	{
		name: "reactivate: the dropped change is offered again",
		cause: 10,
		steps: [be("planned-change"), cancels, open(TAB), press("Reactivate subscription")],
		sentence: "Your change to Starter was dropped. Plan it again?",
	},
	{
		name: "reactivate: without the dropped change the old price is taken, as shown",
		cause: 10,
		steps: [
			...[pays("pro"), changesTo("starter", "monthly"), cancels, reactivates, open(TAB)],
			...[see("Otherwise your next renewal is €19.99 on {renewal}."), days(32), open(TAB)],
		],
		sentence: "Pro Active",
		taken: [1999, 1999],
	},
	{
		name: "reactivate: planning the dropped change again",
		steps: [be("dropped-change"), open(TAB), press("Plan again"), agree("Change plan")],
		sentence: "Changes to Starter on {renewal}",
		never: ["was dropped"],
	},
	{
		name: "reactivate: keeping the plan ends the offer",
		steps: [be("dropped-change"), open(TAB), press("Keep my plan"), see("Plan kept You stay on Pro"), open(TAB)],
		sentence: "Pro Active Billing Yearly Next renewal {renewal} Price at next renewal €199.90",
		never: ["was dropped"],
	},
	{
		name: "reactivate: too late",
		steps: [be("lapsed"), asks(API.subscriptions.reactivate, {})],
		sentence: "This subscription has already ended",
	},
	{
		name: "while canceled: another plan says that it takes the cancellation back",
		steps: [be("canceling"), open("/pricing"), choose("Enterprise")],
		sentence: "Your subscription ends on {end}. Choosing another plan undoes this cancellation.",
	},
	{
		name: "while canceled: the call for another plan says so, too",
		steps: [be("canceling"), asks(API.subscriptions.checkout, { planId: "enterprise" })],
		sentence: "Choosing another plan undoes this cancellation.",
	},
	{
		name: "while canceled: a lower plan continues after the end",
		steps: [be("canceling"), changesTo("starter", "monthly"), days(32), open(TAB)],
		sentence: "Starter Active Billing Monthly",
		taken: [1999, 499],
	},
	{
		name: "an end months ahead: the renewals before it are taken, as shown",
		cause: 11,
		steps: [be("ends-later"), days(32), open(TAB)],
		sentence: "Next renewal {renewal} Price at next renewal €19.99",
		taken: [1999, 1999],
	},
	{
		name: "an end months ahead: it ends then",
		steps: [be("ends-later"), days(110), open("/account")],
		sentence: "No active subscription",
	},
	{
		name: "an end months ahead: reactivating takes it back",
		steps: [be("ends-later"), open(TAB), press("Reactivate subscription")],
		sentence: "Pro Active Billing Monthly Next renewal {renewal} Price at next renewal €19.99",
	},
	{
		name: "time: the day before a renewal its hour is shown",
		steps: [pays("pro"), hoursBeforeRenewal(24), open(TAB)],
		sentence: "Next renewal {renewal} Tomorrow at",
	},
	{
		name: "time: two days before an end its hour is shown",
		steps: [be("canceling"), hoursBeforeRenewal(47), open(TAB)],
		sentence: "Canceled (ends on {end}) {weekday} at",
	},
	{
		name: "time: before that, only the day",
		steps: [pays("pro"), hoursBeforeRenewal(50), open(TAB)],
		sentence: "Next renewal {renewal} Price at next renewal €19.99",
	},
	{
		name: "time: the menu says the hour of an end, too",
		steps: [be("canceling"), hoursBeforeRenewal(24), open("/account")],
		sentence: "Canceled (ends on {end}) Tomorrow at",
	},
	{
		name: "time: the dialog says the hour of the last day",
		steps: [pays("pro"), hoursBeforeRenewal(24), ...asksToCancel],
		sentence: "You can change your mind until then. Tomorrow at",
	},
	...["Pacific/Kiritimati", "Pacific/Pago_Pago"].map((zone) => ({
		name: `time: days are those of ${zone}`,
		zone,
		steps: [be("canceling"), open(TAB)],
		sentence: "If you reactivate, Pro renews on {end} for €19.99.",
	})),
];
