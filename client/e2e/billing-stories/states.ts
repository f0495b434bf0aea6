import type { BILLING_STATES } from "../billing-states.ts";
import { be, open, openMenu } from "./steps.ts";
import type { Story } from "./story.ts";

type Row = [state: keyof typeof BILLING_STATES, screen: string, sentence: string, never?: string];

const TAB = "/admin?tab=subscription";
const FAILED = "Your last payment of €19.99 failed. Pay it to create links again.";
const OPEN_INVOICES = "Pro, paid monthly, due since {failed}.";
const NO_PLAN = "You need an active subscription to access this feature";

/** What every screen says about money in each state of billing; `menu` is the menu that the avatar opens. */
const ROWS: Row[] = [
	["none", "menu", "No active subscription Choose a plan to create links"],
	["none", "/account", "No active subscription Choose a plan to create links with your own previews."],
	["none", "/admin", NO_PLAN],
	["none", "/pricing", "Prices don't include VAT, and none is added at checkout."],
	["monthly", TAB, "Pro Active Billing Monthly Next renewal {renewal} Price at next renewal €19.99"],
	["monthly", TAB, "Card Visa ending in 4242, expires"],
	["monthly", "menu", "Pro Active"],
	["monthly", "/pricing", "Current Plan You pay monthly Switch to yearly"],
	["monthly", "/account", "Pro Active Billing Monthly Next renewal {renewal}"],
	["yearly", TAB, "Pro Active Billing Yearly Next renewal {renewal} Price at next renewal €199.90"],
	["yearly", "menu", "Pro Active"],
	["yearly", "/pricing", "Current Plan You pay yearly", "Switch to yearly"],
	["enterprise", TAB, "Enterprise Active Billing Yearly Next renewal {renewal} Price at next renewal €499.90"],
	["enterprise", "/pricing", "Downgrade From {renewal}, €199.90 a year"],
	["canceling", TAB, "Canceled (ends on {end})", "Next renewal"],
	["canceling", TAB, "If you reactivate, Pro renews on {end} for €19.99.", "Active "],
	["canceling", "menu", "Pro Canceled (ends on {end})"],
	["canceling", "/account", "Canceled (ends on {end})", "Price at next renewal"],
	["canceling", "/pricing", "You pay monthly"],
	["planned-change", TAB, "Changes to Starter on {renewal}"],
	["planned-change", TAB, "Next renewal {renewal} Price at next renewal €49.90", "€199.90"],
	["planned-change", "menu", "Changes to Starter on {renewal}"],
	["planned-change", "/pricing", "Downgrade Planned from {renewal}"],
	["dropped-change", TAB, "Your change to Starter was dropped. Plan it again?"],
	["dropped-change", TAB, "Otherwise your next renewal is €199.90 on {renewal}."],
	["dropped-change", "menu", "Pro Active", "Changes to"],
	["ends-later", TAB, "Canceled (ends on {end})"],
	["ends-later", TAB, "Next renewal {renewal} Price at next renewal €19.99", "If you reactivate"],
	["ends-later", "menu", "Pro Canceled (ends on {end})"],
	["past-due", "/", FAILED],
	["past-due", "/terms", FAILED],
	["past-due", "/pricing", FAILED],
	["past-due", "/pricing", `${OPEN_INVOICES} Pay €19.99 Update card Invoices Cancel subscription`, "Current Plan"],
	["past-due", "/pricing", "Your links keep working. See your account"],
	["past-due", "/account", `${FAILED} ${OPEN_INVOICES}`],
	["past-due", "/admin", NO_PLAN],
	["past-due", "menu", "Payment of €19.99 failed Pro, paid monthly, due since {failed}"],
	["unpaid", "/pricing", `${FAILED} ${OPEN_INVOICES}`],
	["unpaid", "/account", `${FAILED} ${OPEN_INVOICES}`],
	["unpaid", "menu", "Payment of €19.99 failed Pro, paid monthly, due since {failed}"],
	["two-subscriptions", TAB, "You also pay for Starter (€4.99 a month, since {since}): cancel it"],
	["second-past-due", TAB, "You also pay for Starter (€4.99 a month, since {since}, last payment failed): cancel it"],
	["second-past-due", TAB, "Pro Active", FAILED],
	["lapsed", "menu", "No active subscription Choose a plan to create links"],
	[
		"lapsed",
		"/account?section=links",
		"Subscribe to create or edit links. You have no links.",
		"These links keep working.",
	],
	["lapsed", "/account?section=invoices", "View and download all invoices at Stripe."],
	["lapsed", "/admin", NO_PLAN],
];

/** The stories of these states that would show a cause again, by the beginning of their sentence. */
const CAUSED: Record<string, number> = { "ends-later Next": 11, "second-past-due You": 12, "past-due Your last": 3 };

export const states: Story[] = ROWS.map(([state, screen, sentence, never]) => {
	const cause = Object.entries(CAUSED).find(([start]) => `${state} ${sentence}`.startsWith(start))?.[1];
	return {
		name: `${state}: ${screen}`,
		steps: [be(state), ...(screen === "menu" ? [open("/privacy"), openMenu] : [open(screen)])],
		sentence,
		...(never !== undefined && { never: [never] }),
		...(cause !== undefined && { cause }),
		// Which end the retries have is a setting of the whole sandbox.
		...(state === "unpaid" && { isAlone: true }),
	};
});
