/** How many other links of the owner a decision changed; empty for none. */
export function othersLine({ length }: number[], what: "closed" | "open again"): string[] {
	if (length === 0) return [];
	return [length === 1 ? `Another link of the owner is ${what}.` : `${length} other links of the owner are ${what}.`];
}

/** How many open reports a decision closed; empty for none. */
export function reportsLine(closed: number): string[] {
	return closed === 0 ? [] : [`${closed} open ${closed === 1 ? "report is" : "reports are"} closed by that.`];
}
