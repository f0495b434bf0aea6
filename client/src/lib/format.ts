const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const euroFormat = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const countFormat = new Intl.NumberFormat("en-US");

/** 'March 5, 2025': the local day of a moment (P266). */
export function formatDate(date: Date | string): string {
	return dateFormat.format(new Date(date));
}

/** '€19.99', always with two decimals. */
export function formatEuros(amount: number | string): string {
	return euroFormat.format(Number(amount));
}

/** '12,345'. */
export function formatCount(count: number): string {
	return countFormat.format(count);
}

/** '1 link', '12,345 links'. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
	return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The first day of the next month (UTC), when a monthly quota resets. */
export function firstDayOfNextMonth(now: Date): Date {
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** An address without the protocol, for display. */
export function shortAddress(url: string): string {
	return url.replace(/^https?:\/\//, "");
}
