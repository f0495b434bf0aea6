import { gzipSync } from "node:zlib";
import type { DoorAnswer, DoorFault } from "./faulty-door.ts";

const robots = (status: number, text: string): DoorFault => ({
	at: "robots",
	change: (answer) => ({
		status,
		body: Buffer.from(text),
		headers: { ...answer.headers, "content-length": String(Buffer.byteLength(text)) },
	}),
});
/** The whole body as the requested range. */
const inRange = (answer: DoorAnswer): DoorAnswer => ({
	...answer,
	status: 206,
	headers: { ...answer.headers, "content-range": `bytes 0-${answer.body.length - 1}/${answer.body.length}` },
});

/** Changes by proxies that cost no fetcher its card: each alarm about one is false. */
export const HARMLESS_CHANGES: readonly (DoorFault | null)[] = [
	null,
	robots(403, "Forbidden"),
	robots(429, ""),
	robots(410, ""),
	robots(200, "\ufeffUser-agent: *\r\nDisallow: /\r\nAllow: /go/\r\nAllow: /images/\r\n"),
	robots(200, "User-agent: *\nDisallow: /*.php$\nDisallow: /go/*/*/\nDisallow: /*?s=\n"),
	robots(200, "User-agent: *\nDisallow: /*?\nAllow: /*?l=\nAllow: /go/\n"),
	robots(200, "User-agent: *\nDisallow: /*.jpg$\nDisallow: /*?utm_source=\n"),
	{
		at: "page",
		change: (answer) => ({
			...answer,
			headers: { ...answer.headers, "x-robots-tag": "noindex\ngooglebot: nosnippet, noimageindex" },
		}),
	},
	robots(200, "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /admin\n"),
	robots(200, "Disallow: /\n# User-agent: *\nSitemap: https://a.example/\n"),
	{
		at: "page",
		change: (answer, { acceptEncoding }) => {
			if (!acceptEncoding) return answer;
			const body = gzipSync(answer.body);
			return {
				...answer,
				body,
				headers: { ...answer.headers, "content-encoding": "gzip", "content-length": `${body.length}` },
			};
		},
	},
	{ at: "page", change: (answer, { range }) => (range === undefined ? answer : inRange(answer)) },
	{ at: "picture", change: (answer, { range }) => (range === undefined ? answer : inRange(answer)) },
	{
		at: "page",
		change: ({ headers: { "content-length": _, ...headers }, ...answer }) => ({
			...answer,
			headers: { ...headers, server: "nginx", via: "1.1 varnish", vary: "Accept-Encoding, User-Agent" },
		}),
	},
	{ at: "picture", change: (answer) => ({ ...answer, headers: { ...answer.headers, age: "3600", "x-cache": "HIT" } }) },
];
