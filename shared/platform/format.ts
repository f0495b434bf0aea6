const utcDateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 'March 5, 2025': the day of UTC that a moment is on. */
export function formatUtcDate(date: Date | string): string {
	return utcDateFormat.format(new Date(date));
}

/** What Stripe counts in hundredths, such as 1999 of `eur`: '€19.99'. */
export function formatMoney(cents: number, currency: string): string {
	return new Intl.NumberFormat("en-IE", { style: "currency", currency }).format(cents / 100);
}

/** 'paid yearly' or 'paid monthly'. */
export function formatInterval({ isAnnual }: { isAnnual: boolean }): string {
	return isAnnual ? "paid yearly" : "paid monthly";
}
