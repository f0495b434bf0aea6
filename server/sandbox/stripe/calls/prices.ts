import type Stripe from "stripe";
import { z } from "zod";
import { newPrice, newProduct } from "../catalog-objects.ts";
import { has, listRoute } from "../lists.ts";
import { cents, defined, flag, listParams, metadata, params, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

const productFields = { description: text.optional(), metadata: metadata.optional(), tax_code: text.optional() };
const newProductFields = params<Stripe.ProductCreateParams>()({ ...productFields, id: text.optional(), name: text });
const products = listParams<Stripe.ProductListParams>()({ ids: z.array(text).optional() });
const productChanges = params<Stripe.ProductUpdateParams>()({
	...productFields,
	name: text.optional(),
	active: flag.optional(),
});
const newPriceFields = params<Stripe.PriceCreateParams>()({
	currency: text,
	unit_amount: cents,
	product: text,
	lookup_key: text.optional(),
	transfer_lookup_key: flag.optional(),
	metadata: metadata.optional(),
	recurring: z.strictObject({ interval: z.enum(["month", "year"]) }),
	tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
});
const prices = listParams<Stripe.PriceListParams>()({
	active: flag.optional(),
	lookup_keys: z.array(text).max(10).optional(),
});
const priceChanges = params<Stripe.PriceUpdateParams>()({ metadata: metadata.optional() });

/** Calls on products and prices. */
export function priceCalls(world: World): Route[] {
	const { store } = world;
	const takeLookupKey = (key: string | undefined, transfer: boolean | undefined) => {
		const [holder] = store.prices.list((price) => price.lookup_key === key);
		if (!key || !holder) return;
		if (!transfer) {
			throw new StripeError(
				`A price (\`${holder.id}\`) already uses that lookup key (\`${key}\`). Pass \`transfer_lookup_key=true\` to transfer it.`,
				{ param: "lookup_key" },
			);
		}
		store.prices.patch(holder, { lookup_key: null });
	};
	return [
		route("post", "/v1/products", newProductFields, ({ expand: _, ...given }) => {
			if (given.id && store.products.get(given.id)) {
				throw new StripeError("Product already exists.", { code: "resource_already_exists", param: "id" });
			}
			const product = store.products.put(newProduct({ created: world.now(), ...defined(given), name: given.name }));
			world.emit("product.created", product);
			return product;
		}),
		listRoute("/v1/products", products, ({ ids }) => store.products.list((one) => !ids || ids.includes(one.id))),
		route("post", "/v1/products/:id", productChanges, ({ expand: _, metadata: data, ...given }, id) => {
			const product = store.products.require(id);
			const previous = store.products.patch(product, {
				...defined(given),
				metadata: mergeMetadata(product.metadata, data),
			});
			if (Object.keys(previous).length > 0) world.emit("product.updated", product, previous);
			return product;
		}),
		route("post", "/v1/prices", newPriceFields, ({ expand: _, transfer_lookup_key: transfer, ...given }) => {
			store.products.require(given.product, "product");
			takeLookupKey(given.lookup_key, transfer);
			const price = store.prices.put(
				newPrice({
					created: world.now(),
					...defined(given),
					product: given.product,
					currency: given.currency.toLowerCase(),
					unit_amount: given.unit_amount,
					recurring: recurringOf(given.recurring.interval),
				}),
			);
			world.emit("price.created", price);
			return price;
		}),
		listRoute("/v1/prices", prices, ({ active, lookup_keys: keys }) =>
			store.prices.list((one) => has(one, { active }) && (!keys || keys.includes(one.lookup_key ?? ""))),
		),
		route("post", "/v1/prices/:id", priceChanges, (given, id) => {
			const price = store.prices.require(id);
			const previous = store.prices.patch(price, { metadata: mergeMetadata(price.metadata, given.metadata) });
			if (Object.keys(previous).length > 0) world.emit("price.updated", price, previous);
			return price;
		}),
	];
}

/** A recurring price's rhythm as Stripe writes it. */
export function recurringOf(interval: "month" | "year") {
	return { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" as const };
}
