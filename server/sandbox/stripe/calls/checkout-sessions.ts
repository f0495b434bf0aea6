import type Stripe from "stripe";
import { z } from "zod";
import { expireSession, refuseOtherCurrency } from "../checkout.ts";
import { has, listRoute } from "../lists.ts";
import { flag, listParams, metadata, moment, noParams, one, params, text, url } from "../params.ts";
import { type Route, route } from "../route.ts";
import { newSession } from "../session-object.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const MINUTE = 60;
const DAY = 86_400;

const createParams = params<Stripe.Checkout.SessionCreateParams>()({
	mode: z.literal("subscription"),
	line_items: z.array(z.strictObject({ price: text, quantity: one.default(1) })).length(1),
	success_url: url,
	cancel_url: url.optional(),
	customer: text,
	client_reference_id: text.max(200).optional(),
	metadata: metadata.optional(),
	allow_promotion_codes: flag.optional(),
	automatic_tax: z.strictObject({ enabled: flag }).optional(),
	tax_id_collection: z.strictObject({ enabled: flag }).optional(),
	customer_update: z
		.strictObject({ address: z.enum(["auto", "never"]).optional(), name: z.enum(["auto", "never"]).optional() })
		.optional(),
	billing_address_collection: z.enum(["auto", "required"]).optional(),
	expires_at: moment.optional(),
	allowed_payment_method_types: z
		.array(z.enum(["card"]))
		.length(1)
		.optional(),
	subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
});
export type SessionParams = z.output<typeof createParams>;

const listed = listParams<Stripe.Checkout.SessionListParams>()({
	customer: text.optional(),
	status: z.enum(["open", "complete", "expired"]).optional(),
});

/** Calls on checkout sessions. */
export function checkoutSessionCalls(world: World): Route[] {
	const { store } = world;
	return [
		route("post", "/v1/checkout/sessions", createParams, (given) => create(world, given)),
		listRoute("/v1/checkout/sessions", listed, ({ customer, status }) =>
			store.sessions.list((session) => has(session, { customer, status })),
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

function create(world: World, given: SessionParams) {
	const { store } = world;
	const customer = store.customers.require(given.customer, "customer");
	if (customer.deleted)
		throw new StripeError(`No such customer: '${given.customer}'`, { code: "resource_missing", param: "customer" });
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
	const price = store.prices.require(given.line_items[0]?.price ?? "", "line_items[0][price]");
	refuseOtherCurrency(world, customer, price.currency);
	const session = store.sessions.put(
		newSession(world, { given, price, created: now, expiresAt, email: customer.email }),
	);
	store.pending.put({
		id: session.id,
		object: "pending",
		subscriptionMetadata: given.subscription_data?.metadata ?? {},
		updatesName: given.customer_update?.name === "auto",
		updatesAddress: given.customer_update?.address === "auto",
	});
	return session;
}
