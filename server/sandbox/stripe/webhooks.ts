import Stripe from "stripe";
import type { Delivery } from "./store.ts";
import { type World, withoutIncludables } from "./world.ts";

/** Stripe's days of retries, in seconds. Source: docs.stripe.com/webhooks (exponential back-off, up to 3 days). */
const BACKOFF_MS = [
	200, 400, 800, 1500, 3000, 5000, 10_000, 20_000, 40_000, 60_000, 120_000, 300_000, 600_000, 900_000,
];
const TIMEOUT_MS = 10_000;

/** How deliveries misbehave, for tests. */
export type DeliveryFaults = {
	/** Share of deliveries (0 to 1) lost for good: neither sent nor retried. */
	drop?: number;
	/** How many times each event is sent (1 is once). */
	copies?: number;
	/** Each delivery waits up to this many milliseconds (so their order is shuffled). */
	jitterMs?: number;
	/** Source of chance; `Math.random` unless given. */
	random?: () => number;
};

export type WebhookSender = {
	faults: (faults: DeliveryFaults) => void;
	/** While paused nothing is sent; the queue stands. */
	pause: () => void;
	resume: () => void;
	/** Resolves once nothing is waiting to be sent (retries included). */
	idle: () => Promise<void>;
	stop: () => Promise<void>;
};

/** Posts queued events, signed, until each is answered with 2xx. Starts with what an earlier process left unsent. */
export function startWebhooks(world: World, log: { warn: (details: object, message: string) => void }): WebhookSender {
	const { store } = world;
	const timers = new Map<string, NodeJS.Timeout>();
	const sending = new Set<Promise<void>>();
	const abort = new AbortController();
	let faults: DeliveryFaults = {};
	let paused = false;
	let waiting: (() => void)[] = [];
	const random = () => (faults.random ?? Math.random)();

	const settle = () => {
		if (timers.size > 0 || sending.size > 0) return;
		for (const resolve of waiting) resolve();
		waiting = [];
	};

	const schedule = (delivery: Delivery, delayMs: number) => {
		const timer = setTimeout(() => {
			timers.delete(delivery.id);
			const work = attempt(delivery).finally(() => {
				sending.delete(work);
				settle();
			});
			sending.add(work);
		}, delayMs);
		timers.set(delivery.id, timer);
	};

	const takeQueued = () => {
		if (paused) return;
		for (const delivery of store.deliveries.list((one) => one.state === "pending").reverse()) {
			if (!timers.has(delivery.id) && !inFlight.has(delivery.id)) schedule(delivery, random() * (faults.jitterMs ?? 0));
		}
	};
	const inFlight = new Set<string>();

	const attempt = async (delivery: Delivery) => {
		const dropped = random() < (faults.drop ?? 0);
		inFlight.add(delivery.id);
		try {
			await store.flush();
			if (dropped) return finish(world, delivery, "failed");
			const copies = Array.from({ length: faults.copies ?? 1 }, () => post(world, delivery, abort.signal));
			const results = await Promise.all(copies);
			if (abort.signal.aborted) return;
			if (results.every((result) => result === "accepted")) return finish(world, delivery, "delivered");
			const delay = BACKOFF_MS[delivery.attempts];
			store.deliveries.patch(delivery, { attempts: delivery.attempts + 1 });
			if (delay === undefined) {
				log.warn({ event: delivery.event, results }, "sandbox: gave up delivering a Stripe event");
				return finish(world, delivery, "failed");
			}
			schedule(delivery, delay);
		} finally {
			inFlight.delete(delivery.id);
		}
	};

	world.onDelivery.current = () => setImmediate(takeQueued);
	setImmediate(takeQueued);

	return {
		faults: (next) => {
			faults = next;
		},
		pause: () => {
			paused = true;
			for (const timer of timers.values()) clearTimeout(timer);
			timers.clear();
		},
		resume: () => {
			paused = false;
			takeQueued();
		},
		idle: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				setImmediate(() => {
					takeQueued();
					settle();
				});
			}),
		stop: async () => {
			paused = true;
			abort.abort();
			for (const timer of timers.values()) clearTimeout(timer);
			timers.clear();
			await Promise.all(sending);
		},
	};
}

async function post(world: World, delivery: Delivery, signal: AbortSignal): Promise<string> {
	const endpoint = world.store.webhookEndpoints.get(delivery.endpoint);
	const event = world.store.events.get(delivery.event);
	if (!endpoint?.secret || !event) return "accepted";
	const payload = JSON.stringify(withoutIncludables(event), null, 2);
	const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: endpoint.secret });
	try {
		const response = await fetch(endpoint.url, {
			method: "POST",
			headers: {
				"Content-Type": "application/json; charset=utf-8",
				"Stripe-Signature": header,
				"User-Agent": "Stripe/1.0",
			},
			body: payload,
			redirect: "manual",
			signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
		});
		await response.arrayBuffer();
		return response.ok ? "accepted" : `HTTP ${response.status}`;
	} catch (error) {
		return String(error);
	}
}

function finish(world: World, delivery: Delivery, state: "delivered" | "failed"): void {
	const { store } = world;
	store.deliveries.patch(delivery, { state });
	const event = store.events.get(delivery.event);
	if (event && state === "delivered") store.events.patch(event, { pending_webhooks: event.pending_webhooks - 1 });
	// A delivered event needs no record of its delivery: pending_webhooks tells it.
	if (state === "delivered") store.deliveries.delete(delivery.id);
	void store.flush();
}
