/** Past surprises in billing; a story names the one that it guards against. */
export const CAUSES = [
	"after a failed payment nobody could cancel",
	"another plan after a failed payment took both amounts",
	"a failed payment was shown without its amount",
	"without a valid subscription one's own links and invoices were out of reach",
	"a lower plan started at once under the other interval",
	"a higher plan waited under the other interval",
	"nothing showed the amount before it was taken",
	"a business's invoices carried the cardholder's name",
	"what Checkout took was not shown to private people",
	"canceling dropped a planned change silently",
	"an end months ahead hid the renewals before it",
	"a second subscription was hidden once its payment failed, and two of the same plan looked alike",
	"the first screen after Stripe's page was out of date",
	"a slow cancellation was reported as failed, and done",
	"what had ended still took money",
	"the page after a payment congratulated people who paid nothing",
] as const;
