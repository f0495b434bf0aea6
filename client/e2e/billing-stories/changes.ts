import { API } from "#shared/platform/api-paths.ts";
import { CARDS } from "../stripe-sandbox.ts";
import { agree, asks, be, card, changesTo, choose, days, fillIn, open, pays, press, see } from "./steps.ts";
import type { Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const SUCCESS = "Payment Successful! Your subscription has been activated successfully.";

export const changeStories: Story[] = [
	{
		name: "change: a card says what an upgrade takes today",
		cause: 7,
		steps: [pays("basic", "yearly"), open("/pricing")],
		sentence: "Upgrade Today €100.00, then €199.90 a year",
		taken: [9990],
	},
	{
		name: "change: a dialog says what an upgrade takes before it is paid",
		cause: 7,
		steps: [pays("basic", "yearly"), open("/pricing"), choose("Pro")],
		sentence: "Today €100.00, then €199.90 a year from {renewal}.",
		taken: [9990],
	},
	{
		name: "change: a dialog says which card is charged",
		steps: [pays("basic", "yearly"), open("/pricing"), choose("Pro")],
		sentence: "We'll charge your saved card.",
		taken: [9990],
	},
	{
		name: "change: an upgrade takes the amount shown",
		steps: [pays("basic", "yearly"), open("/pricing"), choose("Pro"), agree("Pay €100.00")],
		sentence: `${SUCCESS} Plan: Pro`,
		taken: [9990, 10_000],
	},
	{
		name: "change: a declined card is said at once, and nothing has changed",
		steps: [pays("pro"), card("declined"), open(TAB), press("Switch to yearly"), agree("Pay €179.91")],
		sentence:
			"Payment declined Your card was declined. Nothing has changed. Update your card, then choose the plan again.",
		taken: [1999],
	},
	{
		name: "change: after a declined card another one pays",
		steps: [
			...[pays("pro"), card("declined"), open(TAB), press("Switch to yearly"), agree("Pay €179.91")],
			...[agree("Update card"), fillIn({ "Card number": CARDS.ok }), press("Use this card")],
			...[press("Switch to yearly"), agree("Pay €179.91")],
		],
		sentence: SUCCESS,
		taken: [1999, 17_991],
	},
	{
		name: "change: a declined card leaves a cancellation",
		steps: [
			...[be("canceling"), card("declined"), open("/pricing"), choose("Enterprise"), agree("Pay €479.91")],
			...[see("Payment declined"), open(TAB)],
		],
		sentence: "Canceled (ends on {end})",
		taken: [1999],
	},
	{
		name: "change: a declined card leaves a planned change",
		steps: [
			...[be("planned-change"), card("declined"), open("/pricing"), choose("Enterprise"), agree("Pay €300.00")],
			...[see("Payment declined"), open(TAB)],
		],
		sentence: "Changes to Starter on {renewal}",
		taken: [19_990],
	},
	{
		name: "change: the bank is asked on Stripe's page, and the plan counts once it is paid",
		steps: [
			...[pays("pro"), card("authenticate"), open(TAB), press("Switch to yearly"), agree("Pay €179.91")],
			...[press("Complete authentication"), see("Total (paid) €179.91"), open(TAB)],
		],
		sentence: "Pro Active Billing Yearly",
		taken: [1999, 17_991],
	},
	{
		name: "change: a bank that is not answered leaves the plan",
		steps: [
			...[pays("pro"), card("authenticate"), open(TAB), press("Switch to yearly"), agree("Pay €179.91")],
			...[see("Amount due €179.91"), days(1), open(TAB)],
		],
		sentence: "Pro Active Billing Monthly",
		taken: [1999],
	},
	{
		name: "change: a canceled plan that is upgraded goes on",
		steps: [be("canceling"), open("/pricing"), choose("Enterprise"), agree("Pay €479.91"), see(SUCCESS), open(TAB)],
		sentence: "Enterprise Active Billing Yearly Next renewal",
		never: ["Canceled"],
		taken: [1999, 47_991],
	},
	{
		name: "change: an amount that isn't the one now is refused",
		steps: [
			pays("pro"),
			asks(API.subscriptions.checkout, { planId: "enterprise", agreed: { amount: 1, prorationDate: 1_700_000_000 } }),
		],
		sentence: "The amount has changed. Please check it and confirm again.",
		taken: [1999],
	},
	{
		name: "change: an upgrade without its amount is refused",
		steps: [pays("pro"), asks(API.subscriptions.checkout, { planId: "enterprise" })],
		sentence: "This change is charged today. Please confirm the amount.",
		taken: [1999],
	},
	{
		name: "change: what a bank's page has dropped is offered again",
		steps: [
			...[be("planned-change"), card("authenticate"), open("/pricing"), choose("Enterprise")],
			...[agree("Pay €300.00"), see("Amount due €300.00"), days(1), open(TAB)],
		],
		sentence: "Your change to Starter was dropped. Plan it again?",
		taken: [19_990],
	},
	{
		name: "change: a lower plan at the other interval waits",
		cause: 5,
		steps: [pays("pro"), open("/pricing"), choose("Starter")],
		sentence: "Nothing is charged today. Your Pro plan stays as it is until {renewal}.",
		taken: [1999],
	},
	{
		name: "change: a lower plan at the other interval says its price",
		cause: 5,
		steps: [pays("pro"), open("/pricing"), choose("Starter")],
		sentence: "From {renewal} you pay €49.90 a year.",
	},
	{
		name: "change: a lower plan at the other interval takes nothing on the day of the change",
		cause: 5,
		steps: [pays("basic"), changesTo("starter", "yearly"), open(TAB)],
		sentence: "Changes to Starter on {renewal}",
		taken: [999],
	},
	{
		name: "change: a lower plan at the other interval starts when the paid period ends",
		cause: 5,
		steps: [pays("pro"), changesTo("starter", "yearly"), days(33), open(TAB)],
		sentence: "Starter Active Billing Yearly Next renewal {renewal} Price at next renewal €49.90",
		taken: [1999, 4990],
	},
	{
		name: "change: a higher plan at the other interval starts now",
		cause: 6,
		steps: [pays("basic", "yearly"), open("/pricing", "monthly"), choose("Pro"), agree("Change plan")],
		sentence: `${SUCCESS} Plan: Pro`,
		taken: [9990],
	},
	{
		name: "change: a higher plan at the other interval says what stays as credit",
		cause: 6,
		steps: [pays("basic", "yearly"), open("/pricing", "monthly"), choose("Pro")],
		sentence: "Nothing today. A credit of €79.91 is used for your next invoices.",
	},
	{
		name: "change: credit pays the next invoices, as shown",
		steps: [pays("basic", "yearly"), changesTo("pro", "monthly"), days(32), open(TAB)],
		sentence: "Pro Active Billing Monthly Next renewal {renewal} Price at next renewal €0.00",
		taken: [9990],
	},
	{
		name: "change: monthly to yearly starts now",
		steps: [pays("pro"), open(TAB), press("Switch to yearly")],
		sentence: "Today €179.91, then €199.90 a year from",
		taken: [1999],
	},
	{
		name: "change: monthly to yearly takes the amount shown",
		steps: [pays("pro"), open(TAB), press("Switch to yearly"), agree("Pay €179.91")],
		sentence: "Payment Successful!",
		taken: [1999, 17_991],
	},
	{
		name: "change: yearly to monthly waits",
		steps: [pays("pro", "yearly"), open(TAB), press("Switch to monthly")],
		sentence:
			"Nothing is charged today. Your billing stays as it is until {renewal}. From {renewal} you pay €19.99 a month.",
		taken: [19_990],
	},
	{
		name: "change: yearly to monthly is planned",
		steps: [pays("pro", "yearly"), open(TAB), press("Switch to monthly"), agree("Change plan")],
		sentence: "Changes to monthly billing on {renewal}",
		never: ["Switch to monthly"],
		taken: [19_990],
	},
	{
		name: "change: yearly to monthly starts when the paid year ends",
		steps: [pays("pro", "yearly"), changesTo("pro", "monthly"), days(366.2), open(TAB)],
		sentence: "Pro Active Billing Monthly",
		taken: [19_990, 1999],
	},
	{
		name: "change: a card says from when a lower plan counts",
		cause: 7,
		steps: [be("monthly"), open("/pricing", "monthly")],
		sentence: "Downgrade From {renewal}, €9.99 a month",
	},
	{
		name: "change: a card says what a higher plan takes today, monthly",
		steps: [be("monthly"), open("/pricing", "monthly")],
		sentence: "Upgrade Today €30.00, then €49.99 a month",
	},
	{
		name: "change: in the middle of a month an upgrade takes half of the difference",
		steps: [pays("basic"), days(15.2), open("/pricing", "monthly"), choose("Enterprise")],
		sentence: ", then €49.99 a month from {renewal}.",
		never: ["Today €40.00"],
		taken: [999],
	},
	{
		name: "change: looking at an upgrade changes nothing",
		steps: [be("monthly"), open("/pricing"), choose("Enterprise"), agree("Keep my plan"), open(TAB)],
		sentence: "Pro Active Billing Monthly",
		taken: [1999],
	},
	{
		name: "change: a planned change is called off",
		steps: [be("planned-change"), open(TAB), press("Keep my plan"), see("Plan kept You stay on Pro")],
		sentence: "Price at next renewal €199.90",
		never: ["Changes to Starter on"],
	},
	{
		name: "change: another plan undoes a planned one, and says so",
		steps: [be("planned-change"), open("/pricing"), choose("Enterprise")],
		sentence: "Choosing another plan undoes this change.",
	},
	{
		name: "change: the days in one dialog are all the reader's",
		zone: "Pacific/Kiritimati",
		steps: [be("planned-change"), open("/pricing"), choose("Basic")],
		sentence: "Your plan changes to Starter, paid yearly, on {renewal}. Choosing another plan undoes this change.",
	},
	{
		name: "change: the days in one dialog are all the reader's, further west",
		zone: "Pacific/Pago_Pago",
		steps: [be("canceling"), open("/pricing"), choose("Basic")],
		sentence: "Your subscription ends on {end}. Choosing another plan undoes this cancellation.",
	},
	{
		name: "change: what is planned already can't be planned again",
		steps: [be("planned-change"), asks(API.subscriptions.checkout, { planId: "starter", isAnnual: true })],
		sentence: "Your plan already changes to Starter, paid yearly, on",
	},
	{
		name: "change: one's own plan can't be bought again",
		steps: [be("monthly"), asks(API.subscriptions.checkout, { planId: "pro" })],
		sentence: "You already have this plan",
		taken: [1999],
	},
	{
		name: "change: a change that waits is confirmed first",
		steps: [be("monthly"), asks(API.subscriptions.checkout, { planId: "starter" })],
		sentence: "This change starts when your paid period ends. Please confirm it.",
		taken: [1999],
	},
	{
		name: "change: the words about changes are what happens",
		steps: [open("/pricing")],
		sentence:
			"A higher plan starts immediately: your unused time is credited, and you pay the difference. A lower plan starts when the period you have paid for ends.",
	},
];
