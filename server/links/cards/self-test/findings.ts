import type { Finding } from "#shared/links/cards/self-test.ts";

/** A slower answer, in milliseconds, may come too late for a fetcher. */
export const SLOW_MS = 3_000;

export const OUR_FAULT = "This is our mistake. Please contact us.";
export const PROXY = "Check what runs in front of the service: a proxy, a firewall or a cache.";

export const fail = (text: string, mend = PROXY): Finding => ({ level: "fail", text, mend });
export const warn = (text: string, mend = PROXY): Finding => ({ level: "warn", text, mend });

/** Text from a remote server for use in a sentence: one line, 80 characters at most. */
export function quoted(text: string): string {
	const characters = [...text.replace(/\s+/g, " ").trim()];
	return `"${characters.slice(0, 80).join("")}${characters.length > 80 ? "…" : ""}"`;
}
