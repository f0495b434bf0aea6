import { z } from "zod";

/** A Stripe id such as `cus_...` or `in_...`; other values are ignored. */
const id = z
	.string()
	.regex(/^[A-Za-z0-9_]{1,255}$/)
	.nullish()
	.catch(null);
/** An id, or the object itself if the endpoint's API version expands it. */
const reference = z
	.union([id.unwrap(), z.object({ id }).transform((object) => object.id)])
	.nullish()
	.catch(null);

const name = z.string().regex(/^[a-z0-9_.]{1,255}$/);
/** The last second of the year 9999, in Unix seconds. */
const LAST_SECOND = 253_402_300_799;

const eventShape = z.object({
	id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
	object: z.literal("event"),
	type: name,
	created: z.number().int().nonnegative().max(LAST_SECOND),
	livemode: z.boolean(),
	/** The request that caused it, ours or from a Stripe page; null for Stripe's own events. */
	request: z
		.object({ id })
		.transform((request) => request.id)
		.nullish()
		.catch(null),
	data: z.object({
		object: z.object({
			object: name.catch(""),
			id,
			customer: reference,
			charge: reference,
			payment_intent: reference,
			invoice: reference,
		}),
	}),
});

/** What is stored of an event: its type, sender and the ids to find its customer. No personal data. */
export type StripeEventReference = z.infer<typeof eventShape>;

/**
 * Reads only ids from an event, so any API version works.
 * @returns null for an unknown kind of event
 */
export function referenceOf(event: unknown): StripeEventReference | null {
	return eventShape.safeParse(event).data ?? null;
}

const thinShape = z.object({ object: z.literal("v2.core.event") });

/** Whether this is a thin event, which carries no object; we subscribe to none. */
export function isThinEvent(event: unknown): boolean {
	return thinShape.safeParse(event).success;
}

/** The customer named in the event; refunds, disputes and invoice payments name none. */
export function customerNamedBy({ data: { object } }: StripeEventReference): string | null {
	return (object.object === "customer" ? object.id : object.customer) ?? null;
}
