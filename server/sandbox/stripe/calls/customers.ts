import type Stripe from "stripe";
import { z } from "zod";
import { endSubscription } from "../billing.ts";
import { newCustomer } from "../catalog-objects.ts";
import { inRange, pageOf } from "../lists.ts";
import { clearable, defined, email, listParams, metadata, noParams, params, range, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import type { Customer } from "../stored.ts";
import { noSuch } from "../stripe-error.ts";
import { newTaxId, verifyTaxId } from "../tax-ids.ts";
import type { World } from "../world.ts";

const address = z.strictObject({
	city: text.optional(),
	country: text.optional(),
	line1: text.optional(),
	line2: text.optional(),
	postal_code: text.optional(),
	state: text.optional(),
});
const fields = {
	address: clearable(address).optional(),
	description: clearable(text).optional(),
	email: clearable(email).optional(),
	invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
	metadata: metadata.optional(),
	name: clearable(text).optional(),
	phone: clearable(text).optional(),
	preferred_locales: z.array(text).optional(),
	tax_exempt: z.enum(["none", "exempt", "reverse"]).optional(),
};
type Fields = z.output<z.ZodObject<typeof fields>>;

/** Calls on customers and their tax ids. */
export function customerCalls(world: World): Route[] {
	const { store } = world;
	const existing = (id: string, param?: string) => {
		const customer = store.customers.require(id, param);
		if (customer.deleted) throw noSuch("customer", id, param ?? "id", param ? 400 : 404);
		return customer;
	};
	return [
		route(
			"post",
			"/v1/customers",
			params<Stripe.CustomerCreateParams>()({ ...fields, test_clock: text.optional() }),
			(given) => {
				const { expand: _, metadata: data, test_clock: clock, ...rest } = given;
				if (clock) store.testClocks.require(clock, "test_clock");
				const customer = store.customers.put({
					...newCustomer({ created: world.now(), test_clock: clock ?? null }),
					...changesOf(rest),
					metadata: mergeMetadata({}, data),
				});
				customer.created = world.now(customer.id);
				world.emit("customer.created", customer);
				return customer;
			},
		),
		route(
			"get",
			"/v1/customers",
			listParams<Stripe.CustomerListParams>()({ created: range, email: text.optional() }),
			(given) =>
				pageOf(
					"/v1/customers",
					store.customers.list(
						(one) => !one.deleted && (!given.email || one.email === given.email) && inRange(one.created, given.created),
					),
					given,
				),
		),
		route("get", "/v1/customers/:id", noParams, (_given, id) => {
			const customer = store.customers.require(id);
			return customer.deleted ? { id, object: "customer", deleted: true } : customer;
		}),
		route("post", "/v1/customers/:id", params<Stripe.CustomerUpdateParams>()(fields), (given, id) => {
			const customer = existing(id);
			const { expand: _, metadata: data, ...rest } = given;
			const previous = store.customers.patch(customer, {
				...changesOf(rest),
				metadata: mergeMetadata(customer.metadata, data),
			});
			if (Object.keys(previous).length > 0) world.emit("customer.updated", customer, previous);
			return customer;
		}),
		route("delete", "/v1/customers/:id", noParams, (_given, id) => {
			const customer = existing(id);
			for (const one of store.subscriptions.list((each) => each.customer === id && each.status !== "canceled")) {
				endSubscription(world, one, "cancellation_requested");
			}
			world.emit("customer.deleted", customer);
			store.customers.patch(customer, { deleted: true } as never);
			return { id, object: "customer", deleted: true };
		}),
		route(
			"post",
			"/v1/customers/:id/tax_ids",
			params<Stripe.CustomerCreateTaxIdParams>()({
				type: z.enum(["eu_vat", "gb_vat", "ch_vat", "us_ein", "no_vat"]),
				value: text,
			}),
			(given, id) => {
				existing(id);
				const taxId = newTaxId(world, { customer: id, type: given.type, value: given.value });
				store.taxIds.put(taxId);
				world.emit("customer.tax_id.created", taxId);
				const answer = structuredClone(taxId);
				verifyTaxId(world, taxId);
				return answer;
			},
		),
		route("delete", "/v1/customers/:id/tax_ids/:taxId", noParams, (_given, id, taxIdId) => {
			existing(id);
			const taxId = store.taxIds.require(taxIdId);
			store.taxIds.delete(taxId.id);
			world.emit("customer.tax_id.deleted", taxId);
			return { id: taxId.id, object: "tax_id", deleted: true };
		}),
		route("get", "/v1/customers/:id/tax_ids", listParams<Stripe.CustomerListTaxIdsParams>()({}), (given, id) => {
			existing(id);
			return pageOf(
				`/v1/customers/${id}/tax_ids`,
				store.taxIds.list((one) => one.customer === id),
				given,
			);
		}),
	];
}

/** Metadata keys are merged; an empty value removes its key. */
export function mergeMetadata(
	before: Record<string, string>,
	changes: Record<string, string> | undefined,
): Record<string, string> {
	return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
}

function changesOf({
	address: place,
	invoice_settings: settings,
	...rest
}: Omit<Fields, "metadata">): Partial<Customer> {
	const blank = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
	return {
		...defined(rest),
		...(place !== undefined && { address: place && { ...blank, ...defined(place) } }),
		...(settings && {
			invoice_settings: {
				custom_fields: null,
				default_payment_method: settings.default_payment_method ?? null,
				footer: null,
				rendering_options: null,
			},
		}),
	};
}
