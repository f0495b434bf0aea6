import { describe, expect, it } from "vitest";
import type { ClientSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { changeLine, changeSentences, changeTitle, takenBackText } from "./change-words.ts";

const END = "2026-12-23T12:00:00.000Z";
const amounts = {
	currency: "eur",
	today: 1240,
	prorationDate: 1,
	next: { amount: 1999, at: END },
	perPeriod: 1999,
	credit: 0,
};
const credit = { ...amounts, today: 0, next: { amount: 0, at: END }, credit: 7991 };
const upgrade: PlanChangePreview = {
	...{ plan: { name: "Pro" }, price: 1999, effect: "now", startsAt: END, amounts, takesBack: null },
};
const downgrade: PlanChangePreview = {
	...{ plan: { name: "Starter" }, price: 499, effect: "period_end", startsAt: END, takesBack: null },
	amounts: { ...amounts, today: 0, next: { amount: 499, at: END }, perPeriod: 499 },
};
const pro = { planId: "pro", isAnnual: false, plan: { name: "Pro" } } as ClientSubscription;
const basic = { planId: "basic", isAnnual: false, plan: { name: "Basic" } } as ClientSubscription;

describe("P259: the line under a card's button", () => {
	it.each([
		["a change that waits", { ...downgrade, amounts: null }, "From December 23, 2026, €4.99 a month"],
		["one that is charged today", upgrade, "Today €12.40, then €19.99 a month"],
		["one that unused time pays", { ...upgrade, amounts: credit }, "Nothing today, then €19.99 a month"],
		["one with an unknown amount", { ...upgrade, amounts: null }, "Starts today, then €19.99 a month"],
	])("of %s", (_case, preview, words) => {
		expect(changeLine({ ...preview, isAnnual: false })).toBe(words);
	});

	it("names the year of yearly billing", () => {
		expect(changeLine({ ...upgrade, isAnnual: true, price: 19_990, amounts: null })).toContain("€199.90 a year");
	});
});

describe("P258: the dialog before a change", () => {
	it.each([
		["today and later", basic, upgrade, "Today €12.40, then €19.99 a month from December 23, 2026."],
		[
			"a credit that pays the next invoices",
			basic,
			{ ...upgrade, amounts: credit },
			"Nothing today. A credit of €79.91 is used for your next invoices. On December 23, 2026 you pay €0.00, later €19.99 a month.",
		],
		[
			"what is too little to be charged today",
			basic,
			{ ...upgrade, amounts: { ...amounts, today: 0, next: { amount: 2032, at: END } } },
			"Nothing today. On December 23, 2026 you pay €20.32, later €19.99 a month.",
		],
		[
			"no amount where none is known",
			basic,
			{ ...upgrade, amounts: null },
			"Pro starts today, then it is €19.99 a month. We couldn't load today's amount. Try again in a moment.",
		],
		[
			"that a lower plan waits",
			pro,
			downgrade,
			"Nothing is charged today. Your Pro plan stays as it is until December 23, 2026. From December 23, 2026 you pay €4.99 a month.",
		],
		[
			"that a lower plan waits, without amounts",
			pro,
			{ ...downgrade, amounts: null },
			"Nothing is charged today. Your Pro plan stays as it is until December 23, 2026. From then on you pay €4.99 a month.",
		],
		[
			"that another interval waits",
			{ ...pro, isAnnual: true },
			{ ...downgrade, plan: { name: "Pro" } },
			"Nothing is charged today. Your billing stays as it is until December 23, 2026. From December 23, 2026 you pay €4.99 a month.",
		],
	])("names %s", (_case, from, preview, words) => {
		expect(changeSentences(from, false, preview).join(" ")).toBe(words);
	});

	it.each([
		[pro, { planId: "enterprise", isAnnual: true }, "Upgrade to Enterprise?"],
		[pro, { planId: "starter", isAnnual: true }, "Downgrade to Enterprise?"],
		[pro, { planId: "pro", isAnnual: true }, "Switch to yearly billing?"],
	])("is headed by what happens", (from, to, title) => {
		expect(changeTitle(from, to, "Enterprise")).toBe(title);
	});
});

describe("P127: what another plan undoes", () => {
	const said = { ...downgrade, takesBack: "Your subscription ends on the day of UTC." };
	const planned = { ...pro, plannedChange: { planId: "starter", plan: { name: "Starter" }, isAnnual: true, at: END } };
	it.each([
		["nothing", planned, downgrade, null],
		[
			"a cancellation",
			{ ...pro, endsAt: END },
			said,
			"Your subscription ends on December 23, 2026. Choosing another plan undoes this cancellation.",
		],
		[
			"a planned change",
			planned,
			said,
			"Your plan changes to Starter, paid yearly, on December 23, 2026. Choosing another plan undoes this change.",
		],
		["what this tab hasn't heard of", pro, said, said.takesBack],
	])("%s", (_case, from, preview, words) => {
		expect(takenBackText(from as ClientSubscription, preview)).toBe(words);
	});
});
