import type Stripe from "stripe";
import { z } from "zod";
import { expireSession, setDiscount } from "../checkout.ts";
import { inRange, pageOf } from "../lists.ts";
import { flag, integer, listParams, metadata, noParams, one, params, range, text, url } from "../params.ts";
import { type Route, route } from "../route.ts";
import { newSession } from "../session-object.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const MINUTE = 60;
const DAY = 86_400;
const line = z.strictObject({ price: text, quantity: one.default(1) });

const createParams = params<Stripe.Checkout.SessionCreateParams>()({
	mode: z.enum(["subscription", "payment", "setup"]),
	line_items: z.array(line).min(1),
	success_url: url,
	cancel_url: url.optional(),
	customer: text.optional(),
	customer_email: text.optional(),
	client_reference_id: text.max(200).optional(),
	metadata: metadata.optional(),
	allow_promotion_codes: flag.optional(),
	discounts: z
		.array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
		.max(1)
		.optional(),
	automatic_tax: z.strictObject({ enabled: flag }).optional(),
	tax_id_collection: z
		.strictObject({ enabled: flag, required: z.enum(["if_supported", "never"]).optional() })
		.optional(),
	customer_update: z
		.strictObject({
			address: z.enum(["auto", "never"]).optional(),
			name: z.enum(["auto", "never"]).optional(),
			shipping: z.enum(["auto", "never"]).optional(),
		})
		.optional(),
	billing_address_collection: z.enum(["auto", "required"]).optional(),
	expires_at: integer.optional(),
	locale: z.enum(["auto", "de", "en", "es", "fr", "it", "pt"]).optional(),
	payment_method_collection: z.enum(["always", "if_required"]).optional(),
	allowed_payment_method_types: z.array(text).optional(),
	subscription_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
});
type Create = z.output<typeof createParams>;

/** Calls on checkout sessions. */
export function checkoutSessionCalls(world: World): Route[] {
	const { store } = world;
	return [
		route("post", "/v1/checkout/sessions", createParams, (given) => create(world, given)),
		route(
			"get",
			"/v1/checkout/sessions",
			listParams<Stripe.Checkout.SessionListParams>()({
				created: range,
				customer: text.optional(),
				subscription: text.optional(),
				payment_intent: text.optional(),
				status: z.enum(["open", "complete", "expired"]).optional(),
			}),
			(given) =>
				pageOf(
					"/v1/checkout/sessions",
					store.sessions.list(
						(one) =>
							(!given.customer || one.customer === given.customer) &&
							(!given.subscription || one.subscription === given.subscription) &&
							(!given.payment_intent || one.payment_intent === given.payment_intent) &&
							(!given.status || one.status === given.status) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route("get", "/v1/checkout/sessions/:id", noParams, (_given, id) => store.sessions.require(id)),
		route("post", "/v1/checkout/sessions/:id/expire", noParams, (_given, id) => {
			const session = store.sessions.require(id);
			if (session.status !== "open") {
				throw new StripeError(
					`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
				);
			}
			expireSession(world, session);
			return session;
		}),
	];
}

function create(world: World, given: Create) {
	const { store } = world;
	if (given.mode !== "subscription") {
		throw new StripeError("The sandbox knows only `subscription` mode.", { param: "mode" });
	}
	if (!given.customer) throw new StripeError("The sandbox needs a `customer`.", { param: "customer" });
	const customer = store.customers.require(given.customer, "customer");
	if (customer.deleted)
		throw new StripeError(`No such customer: '${given.customer}'`, { code: "resource_missing", param: "customer" });
	if (given.allow_promotion_codes && given.discounts) {
		throw new StripeError("You may only specify one of these parameters: allow_promotion_codes, discounts.");
	}
	if (given.tax_id_collection?.enabled && given.customer_update?.name !== "auto") {
		throw new StripeError(
			"Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
		);
	}
	if (given.automatic_tax?.enabled && !customer.address && given.customer_update?.address !== "auto") {
		throw new StripeError(
			"Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
			{ code: "customer_tax_location_invalid" },
		);
	}
	const now = world.now(customer.id);
	const expiresAt = given.expires_at ?? now + DAY;
	if (expiresAt < now + 30 * MINUTE) {
		throw new StripeError("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
			param: "expires_at",
		});
	}
	if (expiresAt > now + DAY) {
		throw new StripeError("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
			param: "expires_at",
		});
	}
	const prices = given.line_items.map((one, index) => ({
		price: store.prices.require(one.price, `line_items[${index}][price]`),
		quantity: one.quantity,
	}));
	if (prices.some(({ price }) => !price.recurring)) {
		throw new StripeError("You must provide at least one recurring price in `subscription` mode when using prices.");
	}
	const session = store.sessions.put(
		newSession(world, { given, prices, created: now, expiresAt, email: customer.email }),
	);
	store.pending.put({
		id: session.id,
		object: "pending",
		subscriptionMetadata: given.subscription_data?.metadata ?? {},
		description: given.subscription_data?.description ?? null,
		updatesName: given.customer_update?.name === "auto",
		updatesAddress: given.customer_update?.address === "auto",
	});
	const [discount] = given.discounts ?? [];
	const promotion = discount?.promotion_code
		? store.promotionCodes.require(discount.promotion_code, "discounts[0][promotion_code]")
		: undefined;
	const couponId = discount?.coupon ?? promotion?.promotion.coupon;
	if (couponId) {
		const coupon = store.coupons.require(couponId, "discounts[0][coupon]");
		setDiscount(world, session, { coupon, promotionCode: promotion?.id ?? null });
	}
	return session;
}
