/** What pages say about VAT, which depends on the operator's `STRIPE_AUTOMATIC_TAX` (P269). */
export const VAT_NOTES = {
	added: "Prices don't include VAT; it is added at checkout where it applies.",
	none: "Prices don't include VAT, and none is added at checkout.",
} as const;
