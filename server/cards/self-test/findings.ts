import type { Finding } from "#shared/cards/self-test.ts";

/** An answer that takes longer, in milliseconds, may come too late for a fetcher. */
export const SLOW_MS = 3_000;

// What mends it.
export const OUR_FAULT = "This is ours to mend: please tell us.";
export const PROXY = "Look at what stands in front of the service: a proxy, a firewall or a cache.";

export const fail = (text: string, mend = PROXY): Finding => ({ level: "fail", text, mend });
export const warn = (text: string, mend = PROXY): Finding => ({ level: "warn", text, mend });

/** Foreign text in a sentence of ours: short, and on one line. */
export function quoted(text: string): string {
	const characters = [...text.replace(/\s+/g, " ").trim()];
	return `"${characters.slice(0, 80).join("")}${characters.length > 80 ? "…" : ""}"`;
}
