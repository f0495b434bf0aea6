import type Stripe from "stripe";
import { z } from "zod";
import { endSubscription } from "../billing.ts";
import { newCustomer } from "../catalog-objects.ts";
import { has, listRoute } from "../lists.ts";
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
	email: clearable(email).optional(),
	metadata: metadata.optional(),
	name: clearable(text).optional(),
};
const taxId = params<Stripe.CustomerCreateTaxIdParams>()({ type: z.enum(["eu_vat"]), value: text });
const listed = listParams<Stripe.CustomerListParams>()({ created: range, email: text.optional() });
const taxIds = listParams<Stripe.CustomerListTaxIdsParams>()({});
type Fields = z.output<z.ZodObject<typeof fields>>;

/** Calls on customers and their tax ids. */
export function customerCalls(world: World): Route[] {
	const { store } = world;
	const existing = (id: string) => {
		const customer = store.customers.require(id);
		if (customer.deleted) throw noSuch("customer", id);
		return customer;
	};
	return [
		route("post", "/v1/customers", params<Stripe.CustomerCreateParams>()(fields), (given) => {
			const { expand: _, metadata: data, ...rest } = given;
			const made = { ...newCustomer({ created: world.now() }), ...changesOf(rest), metadata: mergeMetadata({}, data) };
			const customer = store.customers.put(made);
			world.emit("customer.created", customer);
			return customer;
		}),
		listRoute("/v1/customers", listed, (given) =>
			store.customers.list(
				(one) => !one.deleted && one.created >= (given.created?.gte ?? 0) && (given.email ?? one.email) === one.email,
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
		route("delete", "/v1/customers/:id/tax_ids/:taxId", noParams, (_given, id, taxIdId) => {
			existing(id);
			const gone = store.taxIds.require(taxIdId);
			store.taxIds.delete(gone.id);
			world.emit("customer.tax_id.deleted", gone);
			return { id: gone.id, object: "tax_id", deleted: true };
		}),
		route("post", "/v1/customers/:id/tax_ids", taxId, ({ value }, id) => {
			existing(id);
			const made = store.taxIds.put(newTaxId(world, { customer: id, value }));
			world.emit("customer.tax_id.created", made);
			const answer = structuredClone(made);
			verifyTaxId(world, made);
			return answer;
		}),
		listRoute("/v1/customers/:id/tax_ids", taxIds, (_given, id) => {
			existing(id);
			return store.taxIds.list((one) => has(one, { customer: id }));
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

/** An empty text empties a field of an address. */
function filled(place: object): object {
	return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined && value !== ""));
}

function changesOf({ address: place, ...rest }: Omit<Fields, "metadata">): Partial<Customer> {
	const blank = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
	return {
		...defined(rest),
		...(place !== undefined && { address: place && { ...blank, ...filled(place) } }),
	};
}
