import { browserUserAgents, previewUserAgents } from "./user-agents.ts";

export const BARE_PORT = 4490;
export const APP_PORT = 4491;
export const BEFORE_PORT = 4492;
/** Marks the cases of the other checkout. */
export const BEFORE = ", before";
const LINKS_ASKED = 1_000;
const REQUESTS = 5_000;

/** What one measurement asks, and what must be answered: every request with this status, and counted or not. */
export type Case = { name: string; port: number; requests: string[]; status: string; isCounted: boolean };
/**
 * The bare server first, then those of the service that are asked for.
 * @param only the letters of the cases
 * @param hasBefore whether each is also run against another checkout
 */
export function benchCases({ only, hasBefore }: { only: string; hasBefore: boolean }): Case[] {
	const people = browserUserAgents(2_000);
	const fetchers = previewUserAgents();
	const known = (n: number) => `/go/bench/link${1 + (n % LINKS_ASKED)}`;
	const unknown = (n: number) => `/go/bench/none${n % LINKS_ASKED}`;
	const all: Case[] = [
		{
			name: "a bare node:http 302",
			port: BARE_PORT,
			requests: requests(known, people),
			status: "302",
			isCounted: false,
		},
		{ name: "b /go for people", port: APP_PORT, requests: requests(known, people), status: "302", isCounted: true },
		{ name: "c /go for crawlers", port: APP_PORT, requests: requests(known, fetchers), status: "200", isCounted: true },
		{
			name: "d /go unknown slugs",
			port: APP_PORT,
			requests: requests(unknown, people),
			status: "404",
			isCounted: false,
		},
	];
	return all
		.filter(({ name, port }) => port === BARE_PORT || only.includes(name.charAt(0)))
		.flatMap((each) =>
			hasBefore && each.port === APP_PORT
				? [each, { ...each, name: `${each.name}${BEFORE}`, port: BEFORE_PORT }]
				: [each],
		);
}

function requests(path: (n: number) => string, userAgents: string[]): string[] {
	return Array.from({ length: REQUESTS }, (_, n) => {
		// A step that shares no factor with the number of links: each link meets many user agents.
		const userAgent = userAgents[(n * 7) % userAgents.length];
		return `GET ${path(n)} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\nAccept-Language: en\r\n\r\n`;
	});
}
