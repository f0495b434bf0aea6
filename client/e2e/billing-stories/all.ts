import { stripeStories } from "./at-stripe.ts";
import { cancelStories } from "./cancel.ts";
import { changeStories } from "./changes.ts";
import { creditStories } from "./credit.ts";
import { firstPaymentStories } from "./first-payment.ts";
import { invoiceStories } from "./invoices.ts";
import { otherStories } from "./others.ts";
import { pastDueStories } from "./past-due.ts";
import { states } from "./states.ts";
import type { Story } from "./story.ts";

/** Every story of `npm run billing:stories`. */
export const STORIES: Story[] = [
	...states,
	...firstPaymentStories,
	...pastDueStories,
	...changeStories,
	...cancelStories,
	...creditStories,
	...invoiceStories,
	...otherStories,
	...stripeStories,
];
