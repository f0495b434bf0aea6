import type Stripe from "stripe";
import type { z } from "zod";
import { pageOf } from "../lists.ts";
import { defined, flag, listParams, params, text, url } from "../params.ts";
import { itemOf } from "../plan-changes.ts";
import { type FeatureChanges, mergeFeatures, newPortalConfiguration, newPortalSession } from "../portal-objects.ts";
import { type Route, route } from "../route.ts";
import type { PortalConfiguration, PortalSession } from "../stored.ts";
import { noSuch, StripeError } from "../stripe-error.ts";
import { isEnded } from "../subscription-changes.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";
import { configurationFields, type FlowData, features, flowData } from "./portal-params.ts";

/** Calls on the billing portal: configurations and sessions. */
export function portalCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"post",
			"/v1/billing_portal/configurations",
			params<Stripe.BillingPortal.ConfigurationCreateParams>()({ ...configurationFields, features }),
			({ expand: _, features: wanted, business_profile: profile, ...given }) => {
				const created = world.now();
				const configuration = store.portalConfigurations.put(
					newPortalConfiguration({ created, ...defined(given), features: mergeFeatures(toFeatures(wanted)) }),
				);
				Object.assign(configuration.business_profile, defined(profile ?? {}));
				world.emit("billing_portal.configuration.created", configuration);
				return configuration;
			},
		),
		route(
			"get",
			"/v1/billing_portal/configurations",
			listParams<Stripe.BillingPortal.ConfigurationListParams>()({
				active: flag.optional(),
				is_default: flag.optional(),
			}),
			(given) =>
				pageOf(
					"/v1/billing_portal/configurations",
					store.portalConfigurations.list(
						(one) =>
							(given.active === undefined || one.active === given.active) &&
							(given.is_default === undefined || one.is_default === given.is_default),
					),
					given,
				),
		),
		route(
			"post",
			"/v1/billing_portal/configurations/:id",
			params<Stripe.BillingPortal.ConfigurationUpdateParams>()({
				...configurationFields,
				active: flag.optional(),
				features: features.optional(),
			}),
			({ expand: _, features: wanted, business_profile: profile, metadata: data, ...given }, id) => {
				const configuration = store.portalConfigurations.require(id);
				const previous = store.portalConfigurations.patch(configuration, {
					...defined(given),
					business_profile: { ...configuration.business_profile, ...defined(profile ?? {}) },
					features: mergeFeatures(toFeatures(wanted ?? {}), configuration.features),
					metadata: mergeMetadata(configuration.metadata ?? {}, data),
					updated: world.now(),
				});
				world.emit("billing_portal.configuration.updated", configuration, previous);
				return configuration;
			},
		),
		route(
			"post",
			"/v1/billing_portal/sessions",
			params<Stripe.BillingPortal.SessionCreateParams>()({
				customer: text,
				configuration: text.optional(),
				return_url: url.optional(),
				locale: text.optional(),
				flow_data: flowData.optional(),
			}),
			(given) => {
				const customer = store.customers.require(given.customer, "customer");
				if (customer.deleted) throw noSuch("customer", customer.id, "customer", 400);
				const configuration = given.configuration
					? store.portalConfigurations.require(given.configuration, "configuration")
					: store.portalConfigurations.list((one) => one.is_default)[0];
				if (!configuration) throw new StripeError("You can’t create a portal session without a configuration.");
				const flow = given.flow_data ? toFlow(world, given.flow_data, { configuration, customer: customer.id }) : null;
				const session = store.portalSessions.put(
					newPortalSession(
						{
							configuration: configuration.id,
							customer: customer.id,
							created: world.now(customer.id),
							flow,
							return_url: given.return_url ?? configuration.default_return_url,
						},
						world.origin,
					),
				);
				world.emit("billing_portal.session.created", session);
				return session;
			},
		),
	];
}

function toFeatures(wanted: z.output<typeof features>): FeatureChanges {
	const changes = Object.entries(wanted).map(([name, feature]) => [name, defined(feature ?? {})]);
	return Object.fromEntries(changes) as FeatureChanges;
}

function toFlow(
	world: World,
	given: FlowData,
	{ configuration, customer }: { configuration: PortalConfiguration; customer: string },
): NonNullable<PortalSession["flow"]> {
	const confirm = given.subscription_update_confirm;
	const target = (confirm ?? given.subscription_cancel ?? given.subscription_update)?.subscription;
	if (given.type !== "payment_method_update") refuseUnfit(world, given, { configuration, customer, target });
	const { type = "portal_homepage", redirect, hosted_confirmation: hosted } = given.after_completion ?? {};
	return {
		after_completion: {
			hosted_confirmation: hosted ? { custom_message: hosted.custom_message ?? null } : null,
			redirect: redirect ?? null,
			type,
		},
		customer_update: null,
		subscription_cancel: given.subscription_cancel ? { retention: null, ...given.subscription_cancel } : null,
		subscription_pause: null,
		subscription_update: given.subscription_update ?? null,
		subscription_update_confirm: confirm
			? {
					discounts: null,
					items: confirm.items.map((item) => ({
						id: item.id,
						price: item.price ?? null,
						quantity: item.quantity ?? 1,
					})),
					subscription: confirm.subscription,
				}
			: null,
		type: given.type,
	};
}

function refuseUnfit(
	world: World,
	given: FlowData,
	options: { configuration: PortalConfiguration; customer: string; target: string | undefined },
): void {
	const { configuration, target = "" } = options;
	const param = `flow_data[${given.type}][subscription]`;
	if (!target) throw new StripeError(`Missing required param: ${param}.`, { code: "parameter_missing", param });
	const subscription = world.store.subscriptions.require(target, param);
	if (subscription.customer !== options.customer) throw noSuch("subscription", target, param, 400);
	if (isEnded(subscription)) {
		throw new StripeError(`This subscription cannot be changed because it is \`${subscription.status}\`.`, { param });
	}
	const { subscription_update: updates, subscription_cancel: cancels } = configuration.features;
	const [item] = given.subscription_update_confirm?.items ?? [];
	if (given.type === "subscription_cancel" ? !cancels.enabled : !updates.enabled) {
		throw new StripeError(
			`This subscription cannot be updated because the ${given.type === "subscription_cancel" ? "subscription cancel" : "subscription update"} feature in the portal configuration is disabled.`,
			{ param },
		);
	}
	if (!item) return;
	const price = world.store.prices.require(item.price ?? "", "flow_data[subscription_update_confirm][items][0][price]");
	const current = itemOf(subscription);
	if (current.id !== item.id) {
		throw noSuch("subscription_item", item.id, "flow_data[subscription_update_confirm][items][0][id]", 400);
	}
	const isOffered = (updates.products ?? []).some((product) => product.prices.includes(price.id));
	if (!isOffered) {
		throw new StripeError(
			`The item \`${item.id}\` cannot be updated to price \`${price.id}\` because the configuration \`${configuration.id}\` does not include the price in its \`features[subscription_update][products]\`.`,
		);
	}
	if (current.price.id === price.id) throw new StripeError("There are no changes to confirm for this subscription.");
}
