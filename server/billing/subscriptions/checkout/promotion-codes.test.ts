import { describe, expect, it } from "vitest";
import { CARDS, pageFor, rowsOf, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { newcomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

const paid = async (email: string) =>
	(await rowsOf(app, (await userOf(app, email)).id)).payments.map((row) => row.amount);

describe("P126: what the words promise is what Stripe takes", () => {
	it.each([
		["FIRST50OFF", false, [999]],
		["CUT50OFF", false, [999]],
		["CUT50OFF", true, [9995]],
		["LAUNCH50OFF", true, [9995]],
	])("%s takes half of the first payment (yearly: %s)", async (code, isAnnual, amounts) => {
		const { email, person } = await newcomer(app);
		const page = await pageFor(person, "pro", isAnnual);
		await submit(person, page, { promotion_code: code, card_number: CARDS.ok });
		await settled(app);
		expect(await paid(email)).toEqual(amounts);
	});

	it("FIRST50OFF never takes half of a year", async () => {
		const { email, person } = await newcomer(app);
		const page = await pageFor(person, "pro", true);
		const answer = await submit(person, page, { promotion_code: "FIRST50OFF", card_number: CARDS.ok });
		expect(answer.status).toBe(402);
		await settled(app);
		expect(await paid(email)).toEqual([]);
	});

	it("who has used one is offered no second one, not even as another customer at Stripe", async () => {
		const { email, person } = await newcomer(app);
		const first = await pageFor(person, "pro");
		expect(await (await person.get(first)).text()).toContain("promotion_code");
		await submit(person, first, { promotion_code: "CUT50OFF", card_number: CARDS.ok });
		await settled(app);
		await person.post(API.subscriptions.cancel);
		await app.sandbox?.advance({ customer: (await userOf(app, email)).stripeCustomerId ?? "", days: 32 });
		await settled(app);
		expect(await (await person.get(await pageFor(person, "pro"))).text()).not.toContain("promotion_code");
		await app.stripe.customers.del((await userOf(app, email)).stripeCustomerId ?? "");
		await settled(app);
		expect(await (await person.get(await pageFor(person, "basic"))).text()).not.toContain("promotion_code");
	});

	it("who has paid before without one can't use one either: it is for the first payment", async () => {
		const { email, person } = await newcomer(app);
		await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok });
		await settled(app);
		await person.post(API.subscriptions.cancel);
		await app.sandbox?.advance({ customer: (await userOf(app, email)).stripeCustomerId ?? "", days: 32 });
		await settled(app);
		const page = await pageFor(person, "pro");
		for (const code of ["FIRST50OFF", "CUT50OFF", "LAUNCH50OFF"]) {
			expect((await submit(person, page, { promotion_code: code, card_number: CARDS.ok })).status).toBe(402);
		}
	});
});
