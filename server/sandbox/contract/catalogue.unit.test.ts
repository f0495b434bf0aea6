import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, openContract, PATIENCE_MS, refusal } from "./contract.ts";

let contract: Contract;
beforeAll(async () => {
	contract = await openContract();
}, PATIENCE_MS);
afterAll(() => contract.close());

describe("customers and what is sold", { timeout: PATIENCE_MS }, () => {
	it("merges metadata, and remembers a deleted customer", async () => {
		const customer = await contract.stripe.customers.create({ metadata: { userId: "1", plan: "pro" } });
		const updated = await contract.stripe.customers.update(customer.id, { metadata: { plan: "", seat: "2" } });
		expect(updated.metadata).toEqual({ userId: "1", seat: "2" });
		expect(await contract.stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
		expect(await contract.stripe.customers.retrieve(customer.id)).toEqual(
			expect.objectContaining({ id: customer.id, deleted: true }),
		);
	});

	it("checks the form of a VAT number", async () => {
		const { id } = await contract.stripe.customers.create({});
		const taxId = await contract.stripe.customers.createTaxId(id, { type: "eu_vat", value: "DE123456789" });
		expect(taxId).toMatchObject({ type: "eu_vat", value: "DE123456789", country: "DE", customer: id });
		expect(taxId.verification?.status).toBe("pending");
		expect(
			await refusal(contract.stripe.customers.createTaxId(id, { type: "eu_vat", value: "nonsense" })),
		).toMatchObject({
			code: "tax_id_invalid",
			statusCode: 400,
		});
		expect((await contract.stripe.customers.listTaxIds(id)).data.map(({ value }) => value)).toEqual(["DE123456789"]);
	});

	it("finds a price by its lookup key, and moves the key to a successor", async () => {
		const key = `contract_${Date.now()}`;
		const make = (extra: Partial<Stripe.PriceCreateParams>) =>
			contract.stripe.prices.create({
				product: contract.product.id,
				currency: "eur",
				unit_amount: 100,
				recurring: { interval: "month" },
				lookup_key: key,
				...extra,
			});
		await make({});
		expect((await refusal(make({ unit_amount: 200 }))).message).toContain(key);
		const successor = await make({ unit_amount: 200, transfer_lookup_key: true });
		expect((await contract.stripe.prices.list({ lookup_keys: [key] })).data.map(({ id }) => id)).toEqual([
			successor.id,
		]);
		expect(String(successor.unit_amount_decimal)).toBe("200");
	});

	it("opens, lists and closes checkout pages", async () => {
		const { id: customer } = await contract.stripe.customers.create({ email: "c@example.com" });
		const params: Stripe.Checkout.SessionCreateParams = {
			mode: "subscription",
			customer,
			line_items: [{ price: contract.prices.small.id, quantity: 1 }],
			success_url: "https://example.com/?session_id={CHECKOUT_SESSION_ID}",
			allow_promotion_codes: true,
		};
		const session = await contract.stripe.checkout.sessions.create(params);
		expect(session).toMatchObject({
			status: "open",
			payment_status: "unpaid",
			subscription: null,
			amount_total: 999,
			currency: "eur",
		});
		expect(session).not.toHaveProperty("line_items");
		expect((await contract.stripe.checkout.sessions.list({ customer, status: "open" })).data).toHaveLength(1);
		const soon = Math.floor(Date.now() / 1000) + 60;
		expect(await refusal(contract.stripe.checkout.sessions.create({ ...params, expires_at: soon }))).toMatchObject({
			param: "expires_at",
		});
		const old = { ...params, payment_method_types: ["card"] } as Stripe.Checkout.SessionCreateParams;
		expect(await refusal(contract.stripe.checkout.sessions.create(old))).toMatchObject({ code: "parameter_unknown" });
		expect(await contract.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
		expect((await refusal(contract.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
	});
});
