import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { type Journal, openJournal } from "../journal.ts";
import type * as Kept from "./stored.ts";
import { noSuch } from "./stripe-error.ts";

/** One kind of object, newest last. */
export type Collection<T extends Kept.Base> = {
	get: (id: string | null | undefined) => T | undefined;
	/** The object, or Stripe's 404 (400 when the id came as a parameter rather than in the path). */
	require: (id: string, param?: string) => T;
	put: <U extends T>(object: U) => U;
	/** Changes fields; answers what they were before, for an event's `previous_attributes`. */
	patch: (object: T, changes: Partial<T>) => Partial<T>;
	delete: (id: string) => void;
	/** Newest first, as Stripe lists. */
	list: (matches?: (object: T) => boolean) => T[];
};

/** Attempts at an event's delivery to one endpoint. */
export type Delivery = Kept.Base & {
	event: string;
	endpoint: string;
	attempts: number;
	state: "pending" | "delivered" | "failed";
};
/** First answer to an idempotency key. */
export type Replay = Kept.Base & { fingerprint: string; status: number; body: string; requestId: string };
/** How far a customer's clock is ahead of ours, in seconds. */
export type Clock = Kept.Base & { ahead: number };
/** What a checkout session will make, which isn't in its own object. */
export type PendingCheckout = Kept.Base & {
	subscriptionMetadata: Record<string, string>;
	/** Made by the first attempt to pay. */
	paymentIntent?: string;
	updatesName: boolean;
	updatesAddress: boolean;
};
/** How the card behind a payment method will behave, which isn't in Stripe's own objects. */
export type CardBehaviour = Kept.Base & { number: string };

export type Store = ReturnType<typeof openStore>;

/** Everything the sandbox's Stripe remembers: in memory, and in a journal under `folder`. */
export function openStore(folder: string) {
	const collections = new Map<string, Map<string, Kept.Base>>();
	const find = (key: string) => {
		const { kind, id } = partsOf(key);
		return collections.get(kind)?.get(id);
	};
	function* all(): Iterable<[string, unknown]> {
		for (const [kind, objects] of collections) for (const [id, object] of objects) yield [`${kind}/${id}`, object];
	}
	const journal = openJournal({ folder, read: find, all });
	for (const [key, object] of journal.initial) {
		const { kind, id } = partsOf(key);
		const objects = collections.get(kind) ?? new Map();
		collections.set(kind, objects.set(id, object));
	}
	const open = <T extends Kept.Base>(kind: string, name = kind.replaceAll("_", " ")) =>
		collection<T>({ kind, name, objects: collections, journal });

	return {
		customers: open<Kept.Customer>("customer"),
		balanceTransactions: open<Kept.BalanceTransaction>("customer_balance_transaction"),
		taxIds: open<Kept.TaxId>("tax_id"),
		products: open<Kept.Product>("product"),
		prices: open<Kept.Price>("price"),
		coupons: open<Kept.Coupon>("coupon"),
		promotionCodes: open<Kept.PromotionCode>("promotion_code"),
		discounts: open<Kept.Discount>("discount"),
		sessions: open<Kept.CheckoutSession>("checkout_session", "checkout.session"),
		subscriptions: open<Kept.Subscription>("subscription"),
		schedules: open<Kept.SubscriptionSchedule>("subscription_schedule"),
		invoices: open<Kept.Invoice>("invoice"),
		invoicePayments: open<Kept.InvoicePayment>("invoice_payment"),
		paymentIntents: open<Kept.PaymentIntent>("payment_intent", "payment_intent"),
		charges: open<Kept.Charge>("charge"),
		refunds: open<Kept.Refund>("refund"),
		disputes: open<Kept.Dispute>("dispute"),
		paymentMethods: open<Kept.PaymentMethod>("payment_method", "PaymentMethod"),
		portalSessions: open<Kept.PortalSession>("portal_session", "portal session"),
		portalConfigurations: open<Kept.PortalConfiguration>("portal_configuration", "portal configuration"),
		webhookEndpoints: open<Kept.WebhookEndpoint>("webhook_endpoint"),
		events: open<Stripe.Event>("event"),
		deliveries: open<Delivery>("delivery"),
		replays: open<Replay>("replay"),
		clocks: open<Clock>("clock"),
		pending: open<PendingCheckout>("pending"),
		cards: open<CardBehaviour>("card"),
		flush: journal.flush,
		close: journal.close,
	};
}

/** Forgets answers to idempotency keys after a day, and delivered events after 30, as Stripe does. */
export function prune(store: Store, now: number): void {
	const isOlder = (object: Kept.Base, days: number) => (object.created ?? 0) < now - days * 86_400;
	for (const replay of store.replays.list((one) => isOlder(one, 1))) store.replays.delete(replay.id);
	for (const event of store.events.list((one) => one.pending_webhooks === 0 && isOlder(one, 30))) {
		store.events.delete(event.id);
	}
}

/** Of a key in the journal, `kind/id`; an id that someone has chosen may have slashes, too. */
function partsOf(key: string): { kind: string; id: string } {
	const slash = key.indexOf("/");
	return { kind: key.slice(0, slash), id: key.slice(slash + 1) };
}

/** An id as Stripe makes them: prefix and random letters and digits. */
export function newId(prefix: string, length = 24): string {
	const letters = randomBytes(length * 2)
		.toString("base64")
		.replace(/[^A-Za-z0-9]/g, "");
	return `${prefix}_${letters.slice(0, length)}`;
}

function collection<T extends Kept.Base>(options: {
	kind: string;
	name: string;
	objects: Map<string, Map<string, Kept.Base>>;
	journal: Journal;
}): Collection<T> {
	const { kind, name, journal } = options;
	const objects = (options.objects.get(kind) ?? new Map()) as Map<string, T>;
	options.objects.set(kind, objects);
	const touch = (id: string) => journal.touch(`${kind}/${id}`);
	return {
		get: (id) => objects.get(id ?? ""),
		require: (id, param) => {
			const object = objects.get(id);
			if (!object) throw param ? noSuch(name, id, param, 400) : noSuch(name, id);
			return object;
		},
		put: (object) => {
			objects.set(object.id, object);
			touch(object.id);
			return object;
		},
		patch: (object, changes) => {
			const before: Partial<T> = {};
			for (const field of Object.keys(changes) as (keyof T)[]) {
				if (JSON.stringify(object[field]) === JSON.stringify(changes[field])) continue;
				before[field] = structuredClone(object[field]);
			}
			Object.assign(object, changes);
			touch(object.id);
			return before;
		},
		delete: (id) => {
			objects.delete(id);
			touch(id);
		},
		list: (matches = () => true) => [...objects.values()].filter(matches).reverse(),
	};
}
