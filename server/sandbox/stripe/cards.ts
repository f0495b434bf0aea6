/** What a test card does. Source: docs.stripe.com/testing. */
export type TestCard = {
	brand: string;
	country: string;
	/** At the first payment, with the customer present. */
	outcome: "ok" | "declined" | "authenticate";
	/** At later payments, without the customer; like `outcome` unless given. */
	later?: "ok" | "declined" | "authenticate";
	declineCode?: string;
};

const CARDS = new Map<string, TestCard>(
	Object.entries({
		"4242424242424242": { brand: "visa", country: "US", outcome: "ok" },
		"5555555555554444": { brand: "mastercard", country: "US", outcome: "ok" },
		"378282246310005": { brand: "amex", country: "US", outcome: "ok" },
		"4000006200000007": { brand: "visa", country: "PT", outcome: "ok" },
		"4000002760000016": { brand: "visa", country: "DE", outcome: "ok" },
		"4000002500000003": { brand: "visa", country: "FR", outcome: "ok" },
		"4000007240000007": { brand: "visa", country: "ES", outcome: "ok" },
		"4000008260000000": { brand: "visa", country: "GB", outcome: "ok" },
		"4000000000000002": { brand: "visa", country: "US", outcome: "declined", declineCode: "generic_decline" },
		"4000000000009995": { brand: "visa", country: "US", outcome: "declined", declineCode: "insufficient_funds" },
		"4000000000009987": { brand: "visa", country: "US", outcome: "declined", declineCode: "lost_card" },
		// Authenticated once at set-up, then fine without the customer.
		"4000002500003155": { brand: "visa", country: "FR", outcome: "authenticate", later: "ok" },
		"4000002760003155": { brand: "visa", country: "DE", outcome: "authenticate", later: "ok" },
		"4000002760003184": { brand: "visa", country: "DE", outcome: "authenticate" },
		// Can be saved to a customer; every later charge is declined.
		"4000000000000341": {
			brand: "visa",
			country: "US",
			outcome: "ok",
			later: "declined",
			declineCode: "generic_decline",
		},
	}),
);

export const DECLINE_MESSAGES: Record<string, string> = {
	generic_decline: "Your card was declined.",
	insufficient_funds: "Your card has insufficient funds.",
	lost_card: "Your card was declined.",
};

/** The card of a number, spaces and dashes aside; an unknown number is `undefined`. */
export function testCard(number: string): TestCard | undefined {
	return CARDS.get(digitsOf(number));
}

export function digitsOf(number: string): string {
	return number.replace(/[\s-]/g, "");
}
