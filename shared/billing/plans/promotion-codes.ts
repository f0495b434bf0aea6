/** The codes that pages may offer; `stripe-setup` creates them (P126). */
export const PROMOTION_CODES = ["FIRST50OFF", "CUT50OFF", "LAUNCH50OFF"] as const;
export type PromotionCode = (typeof PROMOTION_CODES)[number];

/** The FAQ's note on the codes that Stripe accepts now (P573); empty if none. */
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

/** The landing page's note above the plans; empty if Stripe doesn't accept the code. */
export function discountNote(offered: readonly PromotionCode[]): string {
	if (!offered.includes("CUT50OFF")) return "";
	return "50% discount with the code CUT50OFF at checkout: 50% off your first payment.";
}
