import type Stripe from "stripe";
import type { z } from "zod";
import { has, listRoute } from "../lists.ts";
import { defined, flag, listParams, params, text, url } from "../params.ts";
import { type FeatureChanges, mergeFeatures, newPortalConfiguration, newPortalSession } from "../portal-objects.ts";
import { type Route, route } from "../route.ts";
import type { PortalConfiguration, PortalSession } from "../stored.ts";
import { noSuch, StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";
import { configurationFields, type FlowData, features, flowData } from "./portal-params.ts";

const newConfiguration = params<Stripe.BillingPortal.ConfigurationCreateParams>()({ ...configurationFields, features });
const configurations = listParams<Stripe.BillingPortal.ConfigurationListParams>()({ active: flag.optional() });
const configurationChanges = params<Stripe.BillingPortal.ConfigurationUpdateParams>()({
	...configurationFields,
	features: features.optional(),
});
const newSession = params<Stripe.BillingPortal.SessionCreateParams>()({
	customer: text,
	configuration: text.optional(),
	return_url: url.optional(),
	flow_data: flowData.optional(),
});

/** Calls on the billing portal: configurations and sessions. */
export function portalCalls(world: World): Route[] {
	const { store } = world;
	const path = "/v1/billing_portal/configurations";
	return [
		route("post", path, newConfiguration, ({ expand: _, features: wanted, business_profile: profile, ...given }) => {
			const configuration = store.portalConfigurations.put(
				newPortalConfiguration({ created: world.now(), ...defined(given), features: featuresOf(wanted) }),
			);
			Object.assign(configuration.business_profile, defined(profile ?? {}));
			world.emit("billing_portal.configuration.created", configuration);
			return configuration;
		}),
		listRoute(path, configurations, ({ active }) => store.portalConfigurations.list((one) => has(one, { active }))),
		route("post", `${path}/:id`, configurationChanges, ({ expand: _, metadata: data, ...given }, id) => {
			const configuration = store.portalConfigurations.require(id);
			const previous = store.portalConfigurations.patch(configuration, {
				...defined(given),
				business_profile: { ...configuration.business_profile, ...defined(given.business_profile ?? {}) },
				features: featuresOf(given.features ?? {}, configuration.features),
				metadata: mergeMetadata(configuration.metadata ?? {}, data),
				updated: world.now(),
			});
			world.emit("billing_portal.configuration.updated", configuration, previous);
			return configuration;
		}),
		route("post", "/v1/billing_portal/sessions", newSession, (given) => {
			const customer = store.customers.require(given.customer, "customer");
			if (customer.deleted) throw noSuch("customer", customer.id, "customer", 400);
			// The default is saved in Stripe's dashboard, which the sandbox has none of.
			if (!given.configuration) throw noDefaultConfiguration();
			const configuration = store.portalConfigurations.require(given.configuration, "configuration");
			if (given.flow_data) refuseWithoutCards(configuration);
			const session = store.portalSessions.put(
				newPortalSession(
					{
						configuration: configuration.id,
						customer: customer.id,
						created: world.now(customer.id),
						flow: given.flow_data ? flowOf(given.flow_data) : null,
						return_url: given.return_url ?? configuration.default_return_url,
					},
					world.origin,
				),
			);
			world.emit("billing_portal.session.created", session);
			return session;
		}),
	];
}

function noDefaultConfiguration(): StripeError {
	return new StripeError(
		"No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
	);
}

function featuresOf(wanted: z.output<typeof features>, before?: PortalConfiguration["features"]) {
	const changes = Object.entries(wanted).map(([name, feature]) => [name, defined(feature ?? {})]);
	const merged = mergeFeatures(Object.fromEntries(changes) as FeatureChanges, before);
	// A request may leave it out, an answer never: `Configuration.Features.SubscriptionUpdate.Product` in the SDK's types.
	for (const product of merged.subscription_update.products ?? []) {
		product.adjustable_quantity = { enabled: product.adjustable_quantity?.enabled ?? false, maximum: null, minimum: 1 };
	}
	return merged;
}

function flowOf(given: FlowData): NonNullable<PortalSession["flow"]> {
	const { redirect } = given.after_completion ?? {};
	return {
		after_completion: {
			hosted_confirmation: null,
			redirect: redirect ?? null,
			type: redirect ? "redirect" : "portal_homepage",
		},
		customer_update: null,
		subscription_cancel: null,
		subscription_pause: null,
		subscription_update: null,
		subscription_update_confirm: null,
		type: given.type,
	};
}

function refuseWithoutCards({ features: { payment_method_update: cards } }: PortalConfiguration): void {
	if (cards.enabled) return;
	throw new StripeError(
		"The payment method update feature in the portal configuration is disabled. Enable it to use this flow.",
	);
}
