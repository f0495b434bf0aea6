import { newId } from "./store.ts";
import type { PortalConfiguration, PortalSession } from "./stored.ts";

type Features = PortalConfiguration["features"];

/** What the portal allows unless a configuration says otherwise. */
const DEFAULT_FEATURES: Features = {
	customer_update: { allowed_updates: [], enabled: false },
	invoice_history: { enabled: false },
	payment_method_update: { enabled: false, payment_method_configuration: null },
	subscription_cancel: {
		cancellation_reason: { enabled: false, feedback_options: null, options: [] },
		enabled: false,
		mode: "at_period_end",
		proration_behavior: "none",
	},
	subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
	subscription_update: {
		billing_cycle_anchor: null,
		default_allowed_updates: [],
		enabled: false,
		products: null,
		proration_behavior: "none",
		schedule_at_period_end: { conditions: [] },
		trial_update_behavior: "end_trial",
	},
};

export type FeatureChanges = { [K in keyof Features]?: Partial<Features[K]> };

export function mergeFeatures(changes: FeatureChanges, before: Features = DEFAULT_FEATURES): Features {
	const names = Object.keys(before) as (keyof Features)[];
	return Object.fromEntries(names.map((name) => [name, { ...before[name], ...changes[name] }])) as Features;
}

export function newPortalConfiguration(
	fields: Partial<PortalConfiguration> & { created: number; features: Features },
): PortalConfiguration {
	return {
		id: newId("bpc"),
		object: "billing_portal.configuration",
		active: true,
		application: null,
		business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
		default_return_url: null,
		is_default: false,
		livemode: false,
		login_page: { enabled: false, url: null },
		metadata: {},
		name: null,
		updated: fields.created,
		...fields,
	};
}

export function newPortalSession(
	fields: Pick<PortalSession, "configuration" | "customer" | "created" | "flow" | "return_url">,
	origin: string,
): PortalSession {
	const id = newId("bps");
	return {
		id,
		object: "billing_portal.session",
		customer_account: null,
		livemode: false,
		locale: null,
		on_behalf_of: null,
		url: `${origin}/sandbox/stripe/portal/${id}`,
		...fields,
	};
}
