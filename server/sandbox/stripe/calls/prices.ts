import type Stripe from "stripe";
import { z } from "zod";
import { newPrice, newProduct } from "../catalog-objects.ts";
import { pageOf } from "../lists.ts";
import { cents, defined, flag, listParams, metadata, one, params, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

const taxBehaviour = z.enum(["exclusive", "inclusive", "unspecified"]);

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
		route(
			"post",
			"/v1/products",
			params<Stripe.ProductCreateParams>()({
				id: text.optional(),
				name: text,
				active: flag.optional(),
				description: text.optional(),
				metadata: metadata.optional(),
				tax_code: text.optional(),
				images: z.array(text).optional(),
			}),
			({ expand: _, ...given }) => {
				if (given.id && store.products.get(given.id)) {
					throw new StripeError("Product already exists.", { code: "resource_already_exists", param: "id" });
				}
				const product = store.products.put(newProduct({ created: world.now(), ...defined(given), name: given.name }));
				world.emit("product.created", product);
				return product;
			},
		),
		route(
			"get",
			"/v1/products",
			listParams<Stripe.ProductListParams>()({ active: flag.optional(), ids: z.array(text).optional() }),
			(given) =>
				pageOf(
					"/v1/products",
					store.products.list(
						(one) =>
							(given.active === undefined || one.active === given.active) && (!given.ids || given.ids.includes(one.id)),
					),
					given,
				),
		),
		route(
			"post",
			"/v1/products/:id",
			params<Stripe.ProductUpdateParams>()({
				name: text.optional(),
				active: flag.optional(),
				description: text.optional(),
				metadata: metadata.optional(),
				tax_code: text.optional(),
				default_price: text.optional(),
			}),
			({ expand: _, metadata: data, ...given }, id) => {
				const product = store.products.require(id);
				const previous = store.products.patch(product, {
					...defined(given),
					metadata: mergeMetadata(product.metadata, data),
				});
				if (Object.keys(previous).length > 0) world.emit("product.updated", product, previous);
				return product;
			},
		),
		route(
			"post",
			"/v1/prices",
			params<Stripe.PriceCreateParams>()({
				currency: text,
				unit_amount: cents,
				product: text,
				active: flag.optional(),
				lookup_key: text.optional(),
				transfer_lookup_key: flag.optional(),
				metadata: metadata.optional(),
				nickname: text.optional(),
				recurring: z
					.strictObject({
						interval: z.enum(["day", "week", "month", "year"]),
						interval_count: one.optional(),
						usage_type: z.enum(["licensed"]).optional(),
					})
					.optional(),
				tax_behavior: taxBehaviour.optional(),
			}),
			({ expand: _, transfer_lookup_key: transfer, recurring, ...given }) => {
				store.products.require(given.product, "product");
				takeLookupKey(given.lookup_key, transfer);
				const price = store.prices.put(
					newPrice({
						created: world.now(),
						...defined(given),
						product: given.product,
						currency: given.currency.toLowerCase(),
						unit_amount: given.unit_amount,
						recurring: recurring ? recurringOf(recurring.interval) : null,
					}),
				);
				world.emit("price.created", price);
				return price;
			},
		),
		route(
			"get",
			"/v1/prices",
			listParams<Stripe.PriceListParams>()({
				active: flag.optional(),
				currency: text.optional(),
				product: text.optional(),
				lookup_keys: z.array(text).max(10).optional(),
				type: z.enum(["one_time", "recurring"]).optional(),
				recurring: z.strictObject({ interval: text.optional() }).optional(),
			}),
			(given) =>
				pageOf(
					"/v1/prices",
					store.prices.list(
						(one) =>
							(given.active === undefined || one.active === given.active) &&
							(!given.currency || one.currency === given.currency) &&
							(!given.product || one.product === given.product) &&
							(!given.type || one.type === given.type) &&
							(!given.recurring?.interval || one.recurring?.interval === given.recurring.interval) &&
							(!given.lookup_keys || given.lookup_keys.includes(one.lookup_key ?? "")),
					),
					given,
				),
		),
		route(
			"post",
			"/v1/prices/:id",
			params<Stripe.PriceUpdateParams>()({
				active: flag.optional(),
				lookup_key: text.optional(),
				transfer_lookup_key: flag.optional(),
				metadata: metadata.optional(),
				nickname: text.optional(),
				tax_behavior: taxBehaviour.optional(),
			}),
			({ expand: _, transfer_lookup_key: transfer, metadata: data, ...given }, id) => {
				const price = store.prices.require(id);
				if (given.lookup_key !== price.lookup_key) takeLookupKey(given.lookup_key, transfer);
				const previous = store.prices.patch(price, {
					...defined(given),
					metadata: mergeMetadata(price.metadata, data),
				});
				if (Object.keys(previous).length > 0) world.emit("price.updated", price, previous);
				return price;
			},
		),
	];
}

/** A recurring price's rhythm as Stripe writes it. */
export function recurringOf(interval: "day" | "week" | "month" | "year") {
	return { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" as const };
}
