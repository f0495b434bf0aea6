import { expect } from "@playwright/test";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import type { PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { BILLING_STATES } from "../billing-states.ts";
import { becomePerson } from "../person.ts";
import { CARDS, control, customerOf, listed, until } from "../stripe-sandbox.ts";
import { type Customer, reads, type Step } from "./story.ts";

/** Also what `billing-stories.ts` starts the service with. */
export const METRICS_TOKEN = "billing-stories-metrics";

/** Becomes what one of `BILLING_STATES` says. */
export function be(state: keyof typeof BILLING_STATES): Step {
	return ({ request }) => BILLING_STATES[state](request);
}

/** Pays for a plan with the good card. */
export function pays(plan: PlanId, interval: "monthly" | "yearly" = "monthly"): Step {
	return ({ request }) => becomePerson(request, { plan, isAnnual: interval === "yearly" });
}

/** Calls the product, which must answer with success; a sentence is read on the next screen. */
export function call(path: string, data?: object): Step {
	return async ({ request }) => expect(await request.post(path, { data })).toBeOK();
}

/** Calls the product; the sentence is read in its answer. */
export function asks(path: string, data?: object): Step {
	return async (customer) => {
		const answer = await (data ? customer.request.post(path, { data }) : customer.request.get(path));
		customer.answer = await answer.text();
	};
}

export const cancels = call(API.subscriptions.cancel);
export const reactivates = call(API.subscriptions.reactivate);

/** Changes to another plan, having confirmed what our dialog says. */
export function changesTo(planId: PlanId, interval: "monthly" | "yearly"): Step {
	return async ({ request }) => {
		const isAnnual = interval === "yearly";
		const preview = await request.get(`${API.subscriptions.preview}?planId=${planId}&isAnnual=${isAnnual}`);
		const { amounts, takesBack } = (await preview.json()) as PlanChangePreview;
		const { today: amount, prorationDate } = amounts ?? {};
		const agreed = prorationDate ? { amount, prorationDate } : undefined;
		const data = { planId, isAnnual, confirmed: true, takeBack: takesBack !== null, agreed };
		await expect(await request.post(API.subscriptions.checkout, { data })).toBeOK();
		await settle({ request });
	};
}

/** Lets the customer live through some days, and waits until the product knows. */
export function days(count: number): Step {
	return async ({ request }) => {
		await control(request, "advance", { customer: await customerOf(request), days: count });
		await settle({ request });
	};
}

/** Stops so many hours before the paid period ends; the browser's clock goes along. */
export function hoursBeforeRenewal(hours: number): Step {
	return async ({ request, page }) => {
		const [subscription] = await listed<{ items: { data: { current_period_end: number }[] } }>(
			request,
			`/v1/subscriptions?customer=${await customerOf(request)}`,
		);
		const end = subscription?.items.data[0]?.current_period_end ?? 0;
		await page.clock.setFixedTime((end - hours * 3_600) * 1000);
	};
}

/** From now on this card is charged. */
export function card(name: keyof typeof CARDS): Step {
	return async ({ request }) => {
		await control(request, "set-card", { customer: await customerOf(request), cardNumber: CARDS[name] });
		await settle({ request });
	};
}

/** The next renewal fails. */
export const failsToPay: Step = async (customer) => {
	await card("declinedLater")(customer);
	await days(32)(customer);
	await until(customer.request, ({ paymentFailed }) => paymentFailed);
};

/** Breaks or moves what all customers of the sandbox share: for stories that run alone. */
export function sandbox(name: string, data: object = {}): Step {
	return ({ request }) => control(request, name, data);
}

/** Waits until every event has been delivered and worked off. */
export async function settle({ request }: Pick<Customer, "request">): Promise<void> {
	await control(request, "webhooks/idle", {});
	const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
	const waiting = async () => {
		const figures = await (await request.get("/metrics", { headers })).text();
		return /^visualink_stripe_inbox_events(?:\{.*\})? (\d+)/m.exec(figures)?.[1];
	};
	await expect.poll(waiting, { timeout: 30_000, intervals: [20, 50, 100, 250] }).toBe("0");
}

/** Opens a screen; with the toggle of the plans at Monthly where that is asked for. */
export function open(path: string, toggle: "yearly" | "monthly" = "yearly"): Step {
	return async (customer) => {
		customer.answer = null;
		await customer.page.goto(path);
		if (toggle === "monthly") await customer.page.getByText("Monthly", { exact: true }).click();
	};
}

/** Opens the menu under the avatar. */
export const openMenu: Step = ({ page }) => page.getByRole("button", { name: /Account menu/ }).click();

/** Presses a button, link, tab or menu item; behind a dialog nothing can be pressed. */
export function press(name: string | RegExp): Step {
	return async ({ page }) => {
		const named = { name, exact: typeof name === "string" };
		const roles = (["button", "link", "menuitem", "tab"] as const).map((role) => page.getByRole(role, named));
		await roles
			.reduce((any, one) => any.or(one))
			.first()
			.click();
	};
}

/** Presses a button of the dialog that asks. */
export function agree(name: string): Step {
	return ({ page }) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

/** Presses the button on a plan's card. */
export function choose(plan: string): Step {
	return ({ page }) => page.getByRole("article", { name: plan }).getByRole("button").first().click();
}

/** A sentence that must be read on the way to the story's own. */
export function see(sentence: string): Step {
	return (customer) => reads(customer, sentence);
}

/** Fills in the card's number on one of Stripe's pages, and whatever else it asks. */
export function fillIn(fields: Record<string, string>): Step {
	return async ({ page }) => {
		for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
	};
}

/** Runs one of the operator's commands; the sentence is read in what it prints. */
export function operator(file: string, ...args: string[]): Step {
	return async (customer) => {
		const { email } = (await (await customer.request.get(API.auth.user)).json()) as { email: string };
		customer.answer = await customer.app.run(file, ...args.map((arg) => arg.replace("{email}", email)));
	};
}
