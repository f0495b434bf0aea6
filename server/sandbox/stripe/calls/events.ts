import type Stripe from "stripe";
import { z } from "zod";
import { listRoute } from "../lists.ts";
import { defined, flag, listParams, params, range, text, url } from "../params.ts";
import { type Route, route } from "../route.ts";
import { newId } from "../store.ts";
import type { WebhookEndpoint } from "../stored.ts";
import type { World } from "../world.ts";

/** Stripe lists events of the last 30 days. */
const LISTED_FOR = 30 * 86_400;

const listed = listParams<Stripe.EventListParams>()({ created: range, delivery_success: flag.optional() });
const endpoints = listParams<Stripe.WebhookEndpointListParams>()({});
const newEndpoint = params<Stripe.WebhookEndpointCreateParams>()({
	url,
	enabled_events: z.array(text).min(1),
	api_version: text.optional(),
});
const changes = params<Stripe.WebhookEndpointUpdateParams>()({
	enabled_events: z.array(text).min(1).optional(),
	disabled: flag.optional(),
});

/** Calls on events and the endpoints they are sent to. */
export function eventCalls(world: World): Route[] {
	const { store } = world;
	const shown = ({ secret: _, ...endpoint }: WebhookEndpoint) => endpoint;
	return [
		listRoute("/v1/events", listed, (given) => {
			const undelivered = new Set(store.deliveries.list().map((delivery) => delivery.event));
			return store.events.list(
				(one) =>
					one.created > world.now() - LISTED_FOR &&
					(given.delivery_success === undefined || undelivered.has(one.id) !== given.delivery_success) &&
					one.created >= (given.created?.gte ?? 0),
			);
		}),
		route("post", "/v1/webhook_endpoints", newEndpoint, (given) => {
			const endpoint: WebhookEndpoint = {
				id: newId("we"),
				object: "webhook_endpoint",
				application: null,
				created: world.now(),
				description: null,
				livemode: false,
				metadata: {},
				secret: newId("whsec", 32),
				status: "enabled",
				url: given.url,
				enabled_events: given.enabled_events,
				api_version: given.api_version ?? null,
			};
			// The secret is shown this once.
			return store.webhookEndpoints.put(endpoint);
		}),
		listRoute("/v1/webhook_endpoints", endpoints, () => store.webhookEndpoints.list().map(shown)),
		route("post", "/v1/webhook_endpoints/:id", changes, ({ expand: _, disabled, ...given }, id) => {
			const endpoint = store.webhookEndpoints.require(id);
			store.webhookEndpoints.patch(endpoint, {
				...defined(given),
				...(disabled !== undefined && { status: disabled ? "disabled" : "enabled" }),
			});
			return shown(endpoint);
		}),
	];
}
