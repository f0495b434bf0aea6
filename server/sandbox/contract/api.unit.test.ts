import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, openContract, PATIENCE_MS, refusal } from "./contract.ts";

let contract: Contract;
beforeAll(async () => {
	contract = await openContract();
}, PATIENCE_MS);
afterAll(() => contract.close());

describe("the API itself", { timeout: PATIENCE_MS }, () => {
	it("answers the same key with the first result, and refuses other parameters", async () => {
		const idempotencyKey = `contract-${Date.now()}-${Math.random()}`;
		const first = await contract.stripe.customers.create({ name: "One" }, { idempotencyKey });
		const again = await contract.stripe.customers.create({ name: "One" }, { idempotencyKey });
		expect(again.id).toBe(first.id);
		expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
		expect(await refusal(contract.stripe.customers.create({ name: "Two" }, { idempotencyKey }))).toMatchObject({
			type: "StripeIdempotencyError",
			statusCode: 400,
		});
	});

	it("refuses unknown parameters in Stripe's words", async () => {
		const params = { nickname: "x" } as Stripe.CustomerCreateParams;
		expect(await refusal(contract.stripe.customers.create(params))).toMatchObject({
			type: "StripeInvalidRequestError",
			code: "parameter_unknown",
			param: "nickname",
			statusCode: 400,
			message: "Received unknown parameter: nickname",
		});
	});

	it("refuses what is missing", async () => {
		expect(await refusal(contract.stripe.customers.retrieve("cus_missing"))).toMatchObject({
			code: "resource_missing",
			statusCode: 404,
			message: "No such customer: 'cus_missing'",
		});
		const params = { product: contract.product.id } as Stripe.PriceCreateParams;
		expect(await refusal(contract.stripe.prices.create(params))).toMatchObject({
			code: "parameter_missing",
			statusCode: 400,
		});
	});

	it("expands no more than four levels, and only what can be expanded", async () => {
		const deep = contract.stripe.invoices.list({ expand: ["data.payments.data.payment.payment_intent"] });
		expect((await refusal(deep)).message).toContain("You cannot expand more than 4 levels");
		expect((await refusal(contract.stripe.products.list({ expand: ["data.name"], limit: 1 }))).message).toContain(
			"cannot be expanded",
		);
	});

	it("pages through a list, newest first", async () => {
		const made = [];
		for (const name of ["a", "b", "c"]) made.push(await contract.stripe.products.create({ name: `page ${name}` }));
		const ids = made.map(({ id }) => id);
		const first = await contract.stripe.products.list({ limit: 2, ids });
		const next = await contract.stripe.products.list({ limit: 2, ids, starting_after: first.data[1]?.id ?? "" });
		expect(first.has_more).toBe(true);
		expect(next.has_more).toBe(false);
		expect([...first.data, ...next.data].map(({ id }) => id).sort()).toEqual([...ids].sort());
	});
});
