import { browserUserAgents, previewUserAgents } from "./user-agents.ts";

export const BARE_PORT = 4490;
export const APP_PORT = 4491;
export const BEFORE_PORT = 4492;
/** Marks the cases of the other checkout. */
export const BEFORE = ", before";
const LINKS_ASKED_MAX = 1_000;
const REQUESTS = 5_000;

/** What one measurement asks, and what must be answered: every request with this status, and counted or not. */
export type Case = { name: string; port: number; requests: string[]; status: string; isCounted: boolean };
type Options = {
	/** The letters of the cases. */
	only: string;
	/** Whether each is also run against another checkout. */
	hasBefore: boolean;
	links: number;
	/** Own domains, at which every second request is sent; the other checkout gets all at our address. */
	domains: number;
};

/** The host of a link's own domain in a bench. @param place from 0 */
export function benchHost(place: number, domains: number): string {
	return `go${1 + (place % domains)}.bench.example`;
}

/** The bare server first, then those of the service that are asked for. */
export function benchCases({ only, hasBefore, links, domains }: Options): Case[] {
	const people = browserUserAgents(2_000);
	const fetchers = previewUserAgents();
	const asked = Math.min(links, LINKS_ASKED_MAX);
	const bare = requests({ slug: "link", userAgents: people, asked, domains: 0 });
	const now = ofService({ port: APP_PORT, mark: "", domains });
	const before = hasBefore ? ofService({ port: BEFORE_PORT, mark: BEFORE, domains: 0 }) : [];
	const wanted = now.flatMap((each, n) => [each, ...before.slice(n, n + 1)]);
	return [
		{ name: "a bare node:http 302", port: BARE_PORT, requests: bare, status: "302", isCounted: false },
		...wanted.filter(({ name }) => only.includes(name.charAt(0))),
	];

	function ofService({ port, mark, domains }: { port: number; mark: string; domains: number }): Case[] {
		const of = (slug: string, userAgents: string[]) => ({
			port,
			requests: requests({ slug, userAgents, asked, domains }),
		});
		return [
			{ name: `b /go for people${mark}`, ...of("link", people), status: "302", isCounted: true },
			{ name: `c /go for crawlers${mark}`, ...of("link", fetchers), status: "200", isCounted: true },
			{ name: `d /go unknown slugs${mark}`, ...of("none", people), status: "404", isCounted: false },
		];
	}
}

type Requests = { slug: string; userAgents: string[]; asked: number; domains: number };

function requests({ slug, userAgents, asked, domains }: Requests): string[] {
	return Array.from({ length: REQUESTS }, (_, n) => {
		const place = n % asked;
		// A step that shares no factor with the number of links: each link meets many user agents.
		const userAgent = userAgents[(n * 7) % userAgents.length];
		const isOnDomain = domains > 0 && n % 2 === 1;
		const path = `${isOnDomain ? "" : "/go/bench"}/${slug}${1 + place}`;
		const host = isOnDomain ? benchHost(place, domains) : "localhost";
		return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\nAccept-Language: en\r\n\r\n`;
	});
}
