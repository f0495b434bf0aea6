import Stripe from "stripe";
import { asOldVersion } from "./old-version.ts";
import type { Delivery } from "./store.ts";
import type { World } from "./world.ts";

/** Stripe's three days of retries in about forty minutes. Source: docs.stripe.com/webhooks (exponential back-off). */
const BACKOFF_MS = [
	200, 400, 800, 1_500, 3_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000, 300_000, 600_000, 900_000,
];
const TIMEOUT_MS = 10_000;
/** Deliveries under way together; thousands would hold up everything else. */
const MOST_AT_ONCE = 50;
/** Until a delivery that failed for a reason of our own, such as a full disk, is tried again. */
const TRY_AGAIN_MS = 1_000;

/** How deliveries misbehave, for tests. */
export type DeliveryFaults = {
	/** Share of deliveries (0 to 1) lost for good: neither sent nor retried. */
	drop?: number;
	/** How many times each event is sent, at once (1 unless given). */
	copies?: number;
	/** Each delivery waits up to this many milliseconds, which delays and shuffles them. */
	jitterMs?: number;
	/** Payloads in the shapes of an old API version. */
	oldVersion?: boolean;
	/** Source of chance, 0 to 1; `Math.random` unless given. */
	random?: () => number;
};

export type WebhookSender = {
	/** Replaces all faults; `{}` ends them. */
	faults: (faults: DeliveryFaults) => void;
	/** While paused nothing new is sent, and the queue stays. */
	pause: () => void;
	resume: () => void;
	/** Resolves once nothing is waiting to be sent, retries included; what is held back while paused does not wait. */
	idle: () => Promise<void>;
	stop: () => Promise<void>;
};

type Options = {
	/** Where events for an endpoint's address really go, when that is not reachable from here. */
	addressOf: (url: string) => string;
	log: { warn: (details: object, message: string) => void };
};

/** Posts queued events, signed, until each is answered with 2xx. Starts with what an earlier process left unsent. */
export function startWebhooks(world: World, { addressOf, log }: Options): WebhookSender {
	const { store } = world;
	const timers = new Map<Delivery, NodeJS.Timeout>();
	const sending = new Map<Delivery, Promise<void>>();
	/** Their time has come, but not their turn. */
	let ready: Delivery[] = [];
	const abort = new AbortController();
	let faults: DeliveryFaults = {};
	let isPaused = false;
	let queued = store.deliveries.list((one) => one.state === "pending").reverse();
	let isTaking = false;
	let waiting: (() => void)[] = [];
	const random = () => (faults.random ?? Math.random)();

	const takeQueued = () => {
		isTaking = false;
		if (!isPaused) {
			for (const delivery of queued) schedule(delivery, random() * (faults.jitterMs ?? 0));
			queued = [];
		}
		settle();
	};

	const takeSoon = () => {
		if (isTaking) return;
		isTaking = true;
		setImmediate(takeQueued);
	};

	const schedule = (delivery: Delivery, delayMs: number) => {
		const timer = setTimeout(() => {
			timers.delete(delivery);
			ready.push(delivery);
			sendReady();
		}, delayMs);
		timers.set(delivery, timer);
	};

	const sendReady = () => {
		for (const delivery of ready.splice(0, MOST_AT_ONCE - sending.size)) {
			const sent = attempt(delivery)
				.catch((error: unknown) => {
					log.warn({ err: error, event: delivery.event }, "sandbox: could not deliver; it will be tried again");
					sendLater(delivery, TRY_AGAIN_MS);
				})
				.finally(() => {
					sending.delete(delivery);
					sendReady();
					settle();
				});
			sending.set(delivery, sent);
		}
	};

	const sendLater = (delivery: Delivery, delayMs: number) => {
		if (isPaused) queued.push(delivery);
		else schedule(delivery, delayMs);
	};

	const settle = () => {
		if (timers.size > 0 || sending.size > 0 || ready.length > 0) return;
		for (const resolve of waiting) resolve();
		waiting = [];
	};

	const attempt = async (delivery: Delivery) => {
		const isDropped = random() < (faults.drop ?? 0);
		// The event's change is on disk before the event is sent.
		await store.flush();
		if (!store.deliveries.get(delivery.id)) return;
		if (isDropped) return finish(world, delivery, "failed");
		const { copies = 1, oldVersion = false } = faults;
		const post = () => send(world, delivery, { addressOf, oldVersion, signal: abort.signal });
		const results = await Promise.all(Array.from({ length: copies }, post));
		if (abort.signal.aborted) return;
		if (results.every((result) => result === "accepted")) {
			finish(world, delivery, "delivered");
			return store.flush();
		}
		const delay = BACKOFF_MS[delivery.attempts];
		store.deliveries.patch(delivery, { attempts: delivery.attempts + 1 });
		if (delay !== undefined) return sendLater(delivery, delay);
		log.warn({ event: delivery.event, results }, "sandbox: gave up delivering a Stripe event");
		return finish(world, delivery, "failed");
	};

	const pause = () => {
		isPaused = true;
		for (const [delivery, timer] of timers) {
			clearTimeout(timer);
			queued.push(delivery);
		}
		timers.clear();
		queued.push(...ready);
		ready = [];
		settle();
	};

	world.onDelivery.current = (delivery) => {
		queued.push(delivery);
		takeSoon();
	};
	takeSoon();

	return {
		faults: (next) => {
			faults = next;
		},
		pause,
		resume: () => {
			isPaused = false;
			takeSoon();
		},
		idle: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				takeSoon();
			}),
		stop: async () => {
			pause();
			abort.abort();
			await Promise.all(sending.values());
		},
	};
}

async function send(
	world: World,
	delivery: Delivery,
	options: { addressOf: (url: string) => string; oldVersion: boolean; signal: AbortSignal },
): Promise<string> {
	const endpoint = world.store.webhookEndpoints.get(delivery.endpoint);
	const event = world.store.events.get(delivery.event);
	if (!endpoint?.secret || !event) return "accepted";
	const payload = JSON.stringify(options.oldVersion ? asOldVersion(event) : event, null, 2);
	const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: endpoint.secret });
	try {
		const response = await fetch(options.addressOf(endpoint.url), {
			method: "POST",
			headers: {
				"Content-Type": "application/json; charset=utf-8",
				"Stripe-Signature": header,
				"User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
			},
			body: payload,
			redirect: "manual",
			signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]),
		});
		await response.arrayBuffer();
		return response.ok ? "accepted" : `HTTP ${response.status}`;
	} catch (error) {
		return String(error);
	}
}

function finish(world: World, delivery: Delivery, state: "delivered" | "failed"): void {
	const { store } = world;
	if (state === "failed") {
		store.deliveries.patch(delivery, { state });
		return;
	}
	store.deliveries.delete(delivery.id);
	const event = store.events.get(delivery.event);
	if (event) store.events.patch(event, { pending_webhooks: event.pending_webhooks - 1 });
}
