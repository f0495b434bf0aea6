import type Stripe from "stripe";
import { z } from "zod";
import { inRange, pageOf } from "../lists.ts";
import { clearable, defined, flag, listParams, metadata, params, range, text, url } from "../params.ts";
import { type Route, route } from "../route.ts";
import { newId } from "../store.ts";
import type { WebhookEndpoint } from "../stored.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

/** Stripe lists events of the last 30 days. */
const LISTED_FOR = 30 * 86_400;

/** Calls on events and the endpoints they are sent to. */
export function eventCalls(world: World): Route[] {
	const { store } = world;
	const shown = ({ secret: _, ...endpoint }: WebhookEndpoint) => endpoint;
	return [
		route(
			"get",
			"/v1/events",
			listParams<Stripe.EventListParams>()({
				created: range,
				delivery_success: flag.optional(),
				type: text.optional(),
				types: z.array(text).max(20).optional(),
			}),
			(given) => {
				const undelivered = new Set(store.deliveries.list().map((delivery) => delivery.event));
				return pageOf(
					"/v1/events",
					store.events.list(
						(one) =>
							one.created > world.now() - LISTED_FOR &&
							(given.delivery_success === undefined || undelivered.has(one.id) !== given.delivery_success) &&
							(!given.type || one.type === given.type) &&
							(!given.types || given.types.includes(one.type)) &&
							inRange(one.created, given.created),
					),
					given,
				);
			},
		),
		route(
			"post",
			"/v1/webhook_endpoints",
			params<Stripe.WebhookEndpointCreateParams>()({
				url,
				enabled_events: z.array(text).min(1),
				api_version: text.optional(),
				description: text.optional(),
				metadata: metadata.optional(),
			}),
			({ expand: _, ...given }) => {
				const endpoint: WebhookEndpoint = {
					id: newId("we"),
					object: "webhook_endpoint",
					application: null,
					created: world.now(),
					livemode: false,
					metadata: given.metadata ?? {},
					secret: newId("whsec", 32),
					status: "enabled",
					url: given.url,
					enabled_events: given.enabled_events,
					api_version: given.api_version ?? null,
					description: given.description ?? null,
				};
				// The secret is shown this once.
				return store.webhookEndpoints.put(endpoint);
			},
		),
		route("get", "/v1/webhook_endpoints", listParams<Stripe.WebhookEndpointListParams>()({}), (given) => {
			const page = pageOf("/v1/webhook_endpoints", store.webhookEndpoints.list(), given);
			return { ...page, data: page.data.map(shown) };
		}),
		route(
			"post",
			"/v1/webhook_endpoints/:id",
			params<Stripe.WebhookEndpointUpdateParams>()({
				url: url.optional(),
				enabled_events: z.array(text).min(1).optional(),
				disabled: flag.optional(),
				description: clearable(text).optional(),
				metadata: metadata.optional(),
			}),
			({ expand: _, disabled, metadata: data, ...given }, id) => {
				const endpoint = store.webhookEndpoints.require(id);
				store.webhookEndpoints.patch(endpoint, {
					...defined(given),
					...(disabled !== undefined && { status: disabled ? "disabled" : "enabled" }),
					metadata: mergeMetadata(endpoint.metadata, data),
				});
				return shown(endpoint);
			},
		),
	];
}
