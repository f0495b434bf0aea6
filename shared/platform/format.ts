const utcDateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 'March 5, 2025': a moment's UTC day. */
export function formatUtcDate(date: Date | string): string {
	return utcDateFormat.format(new Date(date));
}

/** Hundredths as Stripe counts them, such as 1999 of `eur`: '€19.99'. */
export function formatMoney(cents: number, currency: string): string {
	return new Intl.NumberFormat("en-IE", { style: "currency", currency }).format(cents / 100);
}

/** 'paid yearly' or 'paid monthly'. */
export function formatInterval({ isAnnual }: { isAnnual: boolean }): string {
	return isAnnual ? "paid yearly" : "paid monthly";
}
