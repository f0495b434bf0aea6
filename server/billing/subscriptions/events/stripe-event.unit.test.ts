import { describe, expect, it, vi } from "vitest";
import type { Db } from "#server/platform/db/connect.ts";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { findCustomer } from "./event-customer.ts";
import { customerNamedBy, referenceOf, type StripeEventReference } from "./stripe-event.ts";

function event(object: object = {}, change: object = {}): object {
	const about = { object: "invoice", id: "in_1", customer: "cus_1", ...object };
	return {
		id: "evt_1",
		object: "event",
		type: "invoice.paid",
		created: 1_700_000_000,
		livemode: false,
		data: { object: about },
		...change,
	};
}
const referenceTo = (object: object) => referenceOf(event(object)) as StripeEventReference;

describe("an event", () => {
	it("is its ids, its kind and its time, and nothing else of it is kept", () => {
		const told = event(
			{ charge: "ch_1", payment_intent: "pi_1", invoice: "in_2", amount: 1, customer_email: "ada@example.com" },
			{ request: { id: "req_1", idempotency_key: "ada" }, api_version: "2020-08-27" },
		);
		expect(referenceOf(told)).toEqual({
			id: "evt_1",
			object: "event",
			type: "invoice.paid",
			created: 1_700_000_000,
			livemode: false,
			request: "req_1",
			data: {
				object: {
					object: "invoice",
					id: "in_1",
					customer: "cus_1",
					charge: "ch_1",
					payment_intent: "pi_1",
					invoice: "in_2",
				},
			},
		});
	});

	it.each([
		["nothing", null],
		["a text", "evt_1"],
		["another object", event({}, { object: "v2.core.event" })],
		["one without an id", event({}, { id: undefined })],
		["one whose id is no id", event({}, { id: "evt_1; DROP" })],
		["one whose id is empty", event({}, { id: "" })],
		["one whose id is too long", event({}, { id: "e".repeat(256) })],
		["one of a kind that is none", event({}, { type: "Invoice Paid" })],
		["one of a kind that is too long", event({}, { type: "e".repeat(256) })],
		["one of no time", event({}, { created: null })],
		["one of half a second", event({}, { created: 1.5 })],
		["one before 1970", event({}, { created: -1 })],
		["one after the year 9999", event({}, { created: 253_402_300_800 })],
		["one of neither mode", event({}, { livemode: "false" })],
		["one about nothing", event({}, { data: {} })],
	])("is not %s", (_case, told) => expect(referenceOf(told)).toBeNull());

	it.each([
		["an id at its longest", event({}, { id: "e".repeat(255), type: "e".repeat(255) })],
		["its first second", event({}, { created: 0 })],
		["its last second", event({}, { created: 253_402_300_799 })],
	])("may have %s", (_case, told) => expect(referenceOf(told)).not.toBeNull());

	it.each([
		["told in full", { customer: { id: "cus_9", email: "x" } }, "cus_9"],
		["told by an id that is none", { customer: "cus 1" }, null],
		["told by an id with a line's end", { customer: "cus_1\n" }, null],
		["told by a number", { customer: 1 }, null],
		["not told", { customer: undefined }, null],
		["told to be nobody", { customer: null }, null],
		["what it is about", { object: "customer", id: "cus_7", customer: "cus_1" }, "cus_7"],
		["what it is about, without an id", { object: "customer", id: null, customer: "cus_1" }, null],
		["told by an object of no known kind", { object: 5, customer: "cus_3" }, "cus_3"],
	])("names a customer %s", (_case, object, customer) => {
		expect(customerNamedBy(referenceTo(object))).toBe(customer);
	});
});

describe("whose payment an event without a customer tells of", () => {
	/** Our own rows, and what Stripe tells. */
	function find(object: object, { known = [] as object[], answers = {} } = {}) {
		const where = vi.fn(async () => known);
		const db = { select: () => ({ from: () => ({ innerJoin: () => ({ where }) }) }) } as unknown as Db;
		const fake = fakeStripe(answers);
		const about = { customer: null, id: null, ...object };
		return { ...fake, found: findCustomer({ db, stripe: fake.stripe, event: referenceTo(about) }) };
	}

	it("is known by our own row of the payment", async () => {
		const { found, calls } = find({ payment_intent: "pi_1" }, { known: [{ customerId: "cus_1" }] });
		expect([await found, calls]).toEqual(["cus_1", []]);
	});

	it.each([
		["payment", { payment_intent: "pi_1", charge: "ch_1", invoice: "in_1" }, "paymentIntents.retrieve", "pi_1"],
		["charge", { charge: "ch_1", invoice: "in_1" }, "charges.retrieve", "ch_1"],
		["invoice", { invoice: "in_1" }, "invoices.retrieve", "in_1"],
	])("is asked of Stripe by its %s", async (_case, object, call, id) => {
		for (const [customer, wanted] of [
			["cus_1", "cus_1"],
			[{ id: "cus_2" }, "cus_2"],
			[null, null],
		] as const) {
			const { found, calls } = find(object, { answers: { [call]: () => ({ customer }) } });
			expect([await found, calls]).toEqual([wanted, [[call, id]]]);
		}
		const gone = find(object, { answers: { [call]: () => Promise.reject(refusal("resource_missing")) } });
		expect(await gone.found).toBeNull();
		const refused = find(object, { answers: { [call]: () => Promise.reject(refusal("other")) } });
		await expect(refused.found).rejects.toThrow("refused");
	});

	it("is asked of Stripe when our own row is of somebody without a customer", async () => {
		const answers = { "paymentIntents.retrieve": () => ({ customer: "cus_5" }) };
		expect(await find({ payment_intent: "pi_1" }, { known: [{ customerId: null }], answers }).found).toBe("cus_5");
	});

	it("is nobody's when it names nothing", async () => {
		const { found, calls } = find({});
		expect([await found, calls]).toEqual([null, []]);
	});
});
