import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { API } from "#shared/platform/api-paths.ts";
import { nastySegment, nastyText } from "./inputs.ts";
import { sendBytes } from "./send-bytes.ts";
import { expectClear, holds, RUNS, SOON_MS, TIMEOUT_MS } from "./surface.ts";

/** On none of our pages. */
const ELSEWHERE = "elsewhere.invalid";

const app = useTestApp();
let paths: string[];
let cookie: string;

beforeAll(async () => {
	const { id: userId } = await insertUser(app.deps.db, "ada");
	await insertLink(app.deps.db, { userId, linkSlug: "real" });
	const owner = await subscriber(app);
	const { imageUrl } = await createLink(owner, { image: await asFile(twoColours({ width: 60, height: 40 })) });
	cookie = cookieOf(owner);
	paths = ["/", "/pricing", "/nowhere", "/robots.txt", "/healthz", "/go/ada/real", "/go/ada/none", imageUrl ?? ""];
	paths.push(API.auth.user, API.auth.google, API.auth.logout, API.auth.onboarding, API.links.all, API.stripeWebhook);
});

describe("a public path that can't be a link's (A4)", () => {
	const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS");
	const segment = fc.oneof(fc.constantFrom("ada", "real", "", "x".repeat(20), "x".repeat(21)), nastySegment);
	const query = fc.oneof(
		fc.constant(""),
		nastySegment.map((text) => `?${text}`),
	);
	const request = fc
		.record({ method, segments: fc.array(segment, { maxLength: 4 }), query })
		.map(({ method, segments, query }) => ({ method, path: ["/go", ...segments].join("/") + query }))
		.filter(({ path }) => !isPossible(path));

	it(
		`is answered without a question to the database, ${RUNS} times`,
		async () => {
			const questions = [vi.spyOn(app.deps.publicPool, "query"), vi.spyOn(app.deps.publicPool, "connect")];
			await holds(request, async ({ method, path }) => {
				const { status } = await expectClear(app.origin, { method, path });
				const expected = method === "GET" || method === "HEAD" ? [400, 404] : [405];
				expect(expected, `${method} ${path}`).toContain(status);
			});
			for (const question of questions) expect(question).not.toHaveBeenCalled();
			vi.restoreAllMocks();
		},
		TIMEOUT_MS,
	);
});

describe("whatever stands in a request's headers", () => {
	const ordinaryName = fc.constantFrom(
		...["Cookie", "Range", "If-None-Match", "If-Modified-Since", "Sec-Fetch-Site", "Sec-Purpose", "Origin", "Referer"],
		...["Sec-CH-Viewport-Width", "User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Content-Encoding"],
		...["Connection", "Upgrade", "Authorization", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"],
		...["Forwarded", "X-HTTP-Method-Override", "X-Original-URL", "__proto__", "constructor"],
	);
	/** Node itself refuses most of what these may say. */
	const framingName = fc.constantFrom("Host", "Content-Length", "Transfer-Encoding", "Expect", "TE", "Trailer");
	const madeUpName = fc.stringMatching(/^[!-~]{1,30}$/);
	const ordinaryValue = fc.oneof(
		fc.constantFrom("", "0", "-1", "9".repeat(25), "*", '"', 'W/"x"', "gzip", "br;q=0, *;q=2", "deflate", "identity"),
		fc.constantFrom("bytes=0-", "bytes=-1", "bytes=9-1", `bytes=${"0-0,".repeat(500)}1-1`, "Thu, 99 Foo 0000 99:99"),
		fc.constantFrom("close", "keep-alive, close, host", "upgrade", "websocket", "h2c", "cross-site", "same-origin"),
		fc.constantFrom("application/json", "multipart/form-data; boundary=", "text/html", "prefetch", "Bearer x"),
		fc.constantFrom(ELSEWHERE, `${ELSEWHERE}:99999`, `http://${ELSEWHERE}`, "null", "::1", `for="[::1]";host=a`),
		fc.constantFrom("visualink=s%3Aa.b", "visualink=%", "visualink=;;=;", "a=b; ".repeat(900), "x".repeat(9000)),
		fc.constantFrom("facebookexternalhit/1.1", "Mozilla/5.0 Chrome/142.0.0.0 Safari/537.36", "\xff\xfe"),
		nastyText.map((text) =>
			Buffer.from(text)
				.toString("latin1")
				.replace(/[^\t\x20-\x7e\x80-\xff]/g, ""),
		),
	);
	const refusedValue = fc.oneof(
		fc.constantFrom("x".repeat(20_000), "a\rb", "a\nb", "\0", "chunked, chunked", "5, 6", "100-continue", "chunked"),
		fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
	);
	const header = fc.oneof(
		{ weight: 30, arbitrary: fc.tuple(ordinaryName, ordinaryValue) },
		{ weight: 1, arbitrary: fc.tuple(ordinaryName, refusedValue) },
		{ weight: 2, arbitrary: fc.tuple(framingName, fc.oneof(ordinaryValue, refusedValue)) },
		{ weight: 1, arbitrary: fc.tuple(madeUpName, ordinaryValue) },
	);
	const request = fc.record({
		method: fc.constantFrom("GET", "GET", "HEAD", "POST", "DELETE"),
		path: fc.nat(),
		isSignedIn: fc.boolean(),
		hasHost: fc.integer({ min: 0, max: 29 }).map((n) => n > 0),
		headers: fc.array(header, { maxLength: 6 }),
		end: fc.oneof(
			{ weight: 8, arbitrary: fc.constantFrom("\r\n", "Content-Length: 2\r\n\r\n{}") },
			{
				weight: 1,
				arbitrary: fc.constantFrom(...["{}", "5\r\nhello\r\n0\r\n\r\n", "zz\r\n"].map((end) => `\r\n${end}`)),
			},
		),
	});

	it(
		`the answer is clear, comes soon, and names no other host, ${RUNS} times`,
		async () => {
			await holds(request, async ({ method, path, isSignedIn, hasHost, headers, end }) => {
				const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
				if (isSignedIn) lines.push(`Cookie: ${cookie}\r\n`);
				if (hasHost) lines.unshift(`Host: ${ELSEWHERE}\r\n`);
				const bytes = `${method} ${paths[path % paths.length]} HTTP/1.1\r\n${lines.join("")}${end}`;
				const answer = await sendBytes(app.origin, Buffer.from(bytes, "latin1"));
				expect(answer.milliseconds).toBeLessThan(SOON_MS);
				expect(answer.status ?? 400).toBeLessThan(500);
				expect(answer.text).not.toContain(ELSEWHERE);
			});
			expect((await app.browser().get("/healthz")).status).toBe(200);
		},
		TIMEOUT_MS,
	);
});

/** Whether a request target might name a link: two slugs, and what others may have put around them (P125). */
function isPossible(target: string): boolean {
	const [path = ""] = target.split(/[?#]/);
	const [address = ""] = path.split("&");
	const bytes = address
		.replace(/%[0-9a-f]?$/i, "")
		.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	const segments = bytes.split("/");
	const [, user = -1] = segments.flatMap((segment, at) => (/[\w-]/.test(segment) ? at : []));
	if (!/^[^\w-]*[\w-]{1,20}[^\w-]*$/.test(segments[user] ?? "")) return false;
	// Whatever ends a slug may be followed by anything.
	return /^[^\w-]*[\w-]{1,20}[/.?\s%]*(?:[^\w/.?\s%-].*)?$/s.test(segments.slice(user + 1).join("/"));
}
