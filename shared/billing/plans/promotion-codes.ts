/** The codes that pages may promise; `stripe-setup` makes them (P126). */
export const PROMOTION_CODES = ["FIRST50OFF", "CUT50OFF", "LAUNCH50OFF"] as const;
export type PromotionCode = (typeof PROMOTION_CODES)[number];

/** What the answers about discounts say of the codes that Stripe takes now (P573); empty without one. */
export function codesNote(offered: readonly PromotionCode[]): string {
	const ofPayment = offered.filter((code) => code !== "FIRST50OFF");
	const takes = ofPayment.length > 1 ? "take" : "takes";
	const sentences = [
		...(offered.includes("FIRST50OFF")
			? ["The code FIRST50OFF takes 50% off your first month, on plans paid monthly."]
			: []),
		...(ofPayment.length > 0
			? [`${ofPayment.join(" and ")} ${takes} 50% off your first payment, monthly or yearly.`]
			: []),
	];
	return sentences.length > 0 ? `${sentences.join(" ")} One code per customer; enter it at checkout.` : "";
}

/** What the landing page says above the plans; empty where Stripe doesn't take that code. */
export function discountNote(offered: readonly PromotionCode[]): string {
	if (!offered.includes("CUT50OFF")) return "";
	return "50% discount with the code CUT50OFF at checkout: 50% off your first payment.";
}
