import { stripeStories } from "./at-stripe.ts";
import { cancelStories } from "./cancel.ts";
import { changeStories } from "./changes.ts";
import { creditStories } from "./credit.ts";
import { firstPaymentStories } from "./first-payment.ts";
import { identityStories } from "./identity.ts";
import { invoiceStories } from "./invoices.ts";
import { otherStories } from "./others.ts";
import { pastDueStories } from "./past-due.ts";
import { standingStories } from "./standings.ts";
import { states } from "./states.ts";
import type { Story } from "./story.ts";

/** Every story of `npm run night -- billing:stories`. */
export const STORIES: Story[] = [
	...states,
	...standingStories,
	...firstPaymentStories,
	...pastDueStories,
	...changeStories,
	...cancelStories,
	...creditStories,
	...invoiceStories,
	...identityStories,
	...otherStories,
	...stripeStories,
];
