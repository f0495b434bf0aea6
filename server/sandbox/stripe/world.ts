import type Stripe from "stripe";
import { type Delivery, newId, type Store } from "./store.ts";
import type { Stored } from "./stored.ts";

/** The version whose shapes the sandbox speaks: the one the SDK pins. */
export const API_VERSION = "2026-10-28.endive";

/** What every part of the sandbox's Stripe works with. */
export type World = {
	store: Store;
	/** Origin of the sandbox's own pages. */
	origin: string;
	/** The present in Unix seconds, on the customer's own clock where it was moved. */
	now: (customer?: string | null) => number;
	/** Records an event and queues its deliveries. `previous` are the fields' values before a change. */
	emit: (type: Stripe.Event["type"], object: EventObject, previous?: object) => void;
	/** How Stripe is set up in its dashboard. */
	settings: { afterRetries: AfterRetries };
	/** While something of the past is made good, the moment it belongs to. */
	frozen: { at: number | null };
	/** `current` ends, and never fails, once everything is made good whose time had come; null while nothing is. */
	catchingUp: { current: Promise<void> | null; isStopped: boolean };
	/** The API call being answered, if any: events name it. */
	request: { current: Stripe.Event.Request | null };
	/** Called with everything that passes. */
	record: (passed: Passed) => void;
	/** Called with each queued delivery. */
	onDelivery: { current: (delivery: Delivery) => void };
};

/** What went from the product to Stripe or back: `call` is the call's method and path, or the event's type. */
export type Passed = { kind: "request" | "answer" | "refusal" | "event"; call: string; value: unknown };

/** What becomes of a subscription whose renewal failed for the last time. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

type EventObject = { id?: string; object: string; customer?: string | null };

type Options = { store: Store; publicOrigin: string; now: () => Date; record?: World["record"] | undefined };

export function createWorld(options: Options): World {
	const { store, record = () => {} } = options;
	const real = () => Math.floor(options.now().getTime() / 1000);
	const world: World = {
		store,
		origin: options.publicOrigin,
		now: (customer) => {
			if (world.frozen.at !== null) return world.frozen.at;
			return real() + (store.clocks.get(customer)?.ahead ?? 0);
		},
		settings: { afterRetries: "cancel" },
		frozen: { at: null },
		catchingUp: { current: null, isStopped: false },
		request: { current: null },
		record,
		onDelivery: { current: () => {} },
		emit: (type, object, previous) => {
			const endpoints = store.webhookEndpoints.list(
				(endpoint) => isReachable(world, endpoint) && wants(endpoint, type),
			);
			const customer = object.object === "customer" ? object.id : object.customer;
			const event = {
				id: newId("evt"),
				object: "event",
				api_version: API_VERSION,
				created: world.now(customer),
				data: {
					object: structuredClone(withoutIncludables(object)),
					...(previous && { previous_attributes: structuredClone(previous) }),
				},
				livemode: false,
				pending_webhooks: endpoints.length,
				request: world.request.current ?? { id: null, idempotency_key: null },
				type,
			} as unknown as Stripe.Event;
			store.events.put(event);
			record({ kind: "event", call: type, value: event });
			const queued = endpoints.map((endpoint) =>
				store.deliveries.put<Delivery>({
					id: newId("whd"),
					object: "delivery",
					event: event.id,
					endpoint: endpoint.id,
					attempts: 0,
					state: "pending",
				}),
			);
			for (const delivery of queued) world.onDelivery.current(delivery);
		},
	};
	return world;
}

/** Fields that Stripe leaves out unless they are expanded. */
export const INCLUDABLE: Record<string, string[]> = {
	"checkout.session": ["line_items"],
	customer: ["tax_ids"],
	invoice: ["payments"],
	coupon: ["applies_to"],
};

export function withoutIncludables<T extends { object: string }>(object: T): T {
	const hidden = INCLUDABLE[object.object] ?? [];
	return Object.fromEntries(Object.entries(object).filter(([field]) => !hidden.includes(field))) as T;
}

/** Events go only to the application: a sandbox must not call other addresses. */
function isReachable({ origin }: World, endpoint: Stored<Stripe.WebhookEndpoint>): boolean {
	return new URL(endpoint.url).origin === new URL(origin).origin;
}

function wants(endpoint: Stored<Stripe.WebhookEndpoint>, type: string): boolean {
	if (endpoint.status !== "enabled") return false;
	return endpoint.enabled_events.some((wanted) => wanted === "*" || wanted === type);
}
