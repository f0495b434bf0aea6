import type Stripe from "stripe";

/**
 * An SDK type as the sandbox keeps it and as it travels: references are ids (never expanded objects),
 * decimals are strings. Everything else stays exactly what the SDK promises for its API version.
 */
export type Stored<T> = T extends Stripe.Decimal
	? string
	: T extends readonly (infer U)[]
		? StoredField<U>[]
		: T extends object
			? { [K in keyof T]: StoredField<T[K]> }
			: T;

/** A field that may hold an id or the object itself holds the id. */
type StoredField<T> = string extends T ? Exclude<T, object> : Stored<T>;

export type Customer = Stored<Stripe.Customer>;
export type BalanceTransaction = Stored<Stripe.CustomerBalanceTransaction>;
export type TaxId = Stored<Stripe.TaxId>;
export type Product = Stored<Stripe.Product>;
export type Price = Stored<Stripe.Price>;
export type Coupon = Stored<Stripe.Coupon>;
export type PromotionCode = Stored<Stripe.PromotionCode>;
export type Discount = Stored<Stripe.Discount>;
export type CheckoutSession = Stored<Stripe.Checkout.Session>;
export type Subscription = Stored<Stripe.Subscription>;
export type SubscriptionItem = Stored<Stripe.SubscriptionItem>;
export type SubscriptionSchedule = Stored<Stripe.SubscriptionSchedule>;
export type Invoice = Stored<Stripe.Invoice>;
export type InvoiceLine = Stored<Stripe.InvoiceLineItem>;
export type InvoicePayment = Stored<Stripe.InvoicePayment>;
export type PaymentIntent = Stored<Stripe.PaymentIntent>;
export type Charge = Stored<Stripe.Charge>;
export type Refund = Stored<Stripe.Refund>;
export type Dispute = Stored<Stripe.Dispute>;
export type PaymentMethod = Stored<Stripe.PaymentMethod>;
export type PortalSession = Stored<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Stored<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = Stored<Stripe.WebhookEndpoint>;

/** What every kept object has. */
export type Base = { id: string; object: string; created?: number };

export type List<T> = { object: "list"; url: string; has_more: boolean; data: T[] };
