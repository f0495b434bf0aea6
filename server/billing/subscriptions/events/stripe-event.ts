import { z } from "zod";

/** An id of Stripe's, such as `cus_...` or `in_...`; anything else is not looked at. */
const id = z
	.string()
	.regex(/^[A-Za-z0-9_]{1,255}$/)
	.nullish()
	.catch(null);
/** A reference: the id, or the object itself where the endpoint's API version expands it. */
const reference = z
	.union([id.unwrap(), z.object({ id }).transform((object) => object.id)])
	.nullish()
	.catch(null);

/** A kind of event or object, such as `invoice.paid`. */
const name = z.string().regex(/^[a-z0-9_.]{1,255}$/);
/** The last second that a timestamp of four-digit years can hold, in Unix seconds. */
const LAST_SECOND = 253_402_300_799;

const eventShape = z.object({
	id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
	object: z.literal("event"),
	type: name,
	created: z.number().int().nonnegative().max(LAST_SECOND),
	livemode: z.boolean(),
	/** The call that caused it, ours or one of a page of Stripe's; null for what Stripe does by itself. */
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

/** What is kept of an event: who sent what, and the ids by which its customer can be found. No personal data. */
export type StripeEventReference = z.infer<typeof eventShape>;

/**
 * Reads nothing but ids from an event, so that it may have been made by any API version.
 * @returns null for something that is no event of the kind we know
 */
export function referenceOf(event: unknown): StripeEventReference | null {
	return eventShape.safeParse(event).data ?? null;
}

const thinShape = z.object({ object: z.literal("v2.core.event") });

/** Whether it only announces an event, without its object: none of what we need is sent that way. */
export function isThinEvent(event: unknown): boolean {
	return thinShape.safeParse(event).success;
}

/** The customer that an event names itself; refunds, disputes and invoice payments name none. */
export function customerNamedBy({ data: { object } }: StripeEventReference): string | null {
	return (object.object === "customer" ? object.id : object.customer) ?? null;
}
