import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Plan } from "#shared/billing/plans/plan.ts";
import { PlanCard } from "./plan-card.tsx";

const pro: Plan = {
	id: "pro",
	name: "Pro",
	description: "For creators",
	image: "/pro.svg",
	priceMonthly: 19.99,
	features: ["Custom URL slugs"],
	popular: true,
};
const OWN = { label: "Current Plan", isDisabled: true };
const MONTHLY = { interval: "monthly", price: null } as const;
const YEARLY = { interval: "yearly", price: null } as const;
const OTHER = { label: "Downgrade", isDisabled: false };

/** The card's words, and whether its first button is disabled. */
function card(shown: Partial<Parameters<typeof PlanCard>[0]>) {
	const html = renderToStaticMarkup(
		<PlanCard
			plan={pro}
			below={null}
			isAnnual
			action={OWN}
			isLoud={false}
			isBusy={false}
			paid={null}
			isFixed={false}
			plannedAt={null}
			onChoose={() => {}}
			change={null}
			{...shown}
		/>,
	);
	return {
		html,
		text: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
		isDisabled: /<button[^>]* disabled=""/.test(html),
	};
}

describe("P129: from one interval to the other", () => {
	it("says which interval is paid, and leads to the other where that is shown", () => {
		expect(card({ paid: MONTHLY }).text).toMatch(/Current Plan You pay monthly Switch to yearly/);
		expect(card({ paid: YEARLY, isAnnual: false }).text).toMatch(/You pay yearly Switch to monthly/);
	});

	it("leads nowhere where the paid one is shown, and says nothing of other plans", () => {
		const same = card({ paid: YEARLY }).text;
		expect(same).toContain("You pay yearly");
		expect(same).not.toContain("Switch to");
		expect(card({ action: OTHER }).text).not.toContain("You pay");
	});

	it("P573: says what is paid where that is another price than the card's", () => {
		expect(card({ paid: { interval: "monthly", price: 1499 } }).text).toContain("You pay €14.99 a month");
		expect(card({ paid: { interval: "yearly", price: 14_990 } }).text).toContain("You pay €149.90 a year");
	});

	it("is not offered while nothing can be changed (P571)", () => {
		expect(card({ paid: MONTHLY, isFixed: true }).text).not.toContain("Switch to");
	});

	it("is not offered again where it is planned", () => {
		const planned = card({ paid: YEARLY, isAnnual: false, plannedAt: "2027-03-05T10:00:00.000Z" }).text;
		expect(planned).toContain("You pay yearly Planned from March 5, 2027");
		expect(planned).not.toContain("Switch to");
	});
});

it("P131: a plan that is to come says from when, and can't be asked for again", () => {
	expect(card({ action: OTHER })).toMatchObject({ isDisabled: false });
	const planned = card({ action: OTHER, plannedAt: "2027-03-05T10:00:00.000Z" });
	expect(planned.isDisabled).toBe(true);
	expect(planned.text).toContain("Downgrade Planned from March 5, 2027");
});

it("P259: a line break never splits the date of a planned change", () => {
	const { html } = card({ action: OTHER, plannedAt: "2027-03-05T10:00:00.000Z" });
	expect(html).toContain('<span class="whitespace-nowrap">March 5, 2027</span>');
});
