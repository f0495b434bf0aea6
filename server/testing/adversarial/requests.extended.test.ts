import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { IMAGE_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createLink, type Subscriber, subscriber } from "../app/subscriber.ts";
import { useTestApp } from "../app/use-test-app.ts";
import { createShooter, type Shot } from "../load/neighbours/shots.ts";
import { FILE_NAMES, hostileFile } from "./files.ts";
import { heldFor } from "./longest-stretch.ts";

/** Of everything that runs in this process, the client among it. */
const MOST_MS = 50;
const PATIENCE_MS = 300_000;
const [HEADER, JSON_BODY, WEBHOOK] = [15_000, 32_000, 250_000];

const app = useTestApp();
let person: Subscriber;
let cookie: string;
let path: string;
beforeAll(async () => {
	person = await subscriber(app, "enterprise");
	cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	path = API.links.bySlug((await createLink(person)).linkSlug);
});

/** How long the process did nothing else; null where that was short enough. @throws where the answer is a 5xx */
async function held(shot: Omit<Shot, "cookie">): Promise<number | null> {
	const shooter = createShooter({ port: Number(new URL(app.origin).port) });
	const ms = await heldFor(async () => {
		const { status } = await shooter.send({ cookie, ...shot }).catch(() => ({ status: 0 }));
		expect(status).toBeLessThan(500);
	}, MOST_MS);
	shooter.close();
	return ms;
}

describe("a CSV file of the largest size", () => {
	it.each(FILE_NAMES)(
		"of %s holds nobody up (P255)",
		async (name) => {
			const body = hostileFile(name);
			expect(await held({ method: "POST", path: API.imports.all, type: "text/csv", body })).toBeNull();
		},
		PATIENCE_MS,
	);
});

describe("a multipart form of the largest size", () => {
	const field = (name: string, value: string) =>
		`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const file = (value: string) =>
		`--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${value}\r\n`;
	const many = (part: string, bytes = IMAGE_MAX_BYTES - 1_000) => part.repeat(Math.floor(bytes / part.length));
	it.each([
		["a file of line breaks", () => file(many("\r\n"))],
		["a file of half boundaries", () => file(many("\r\n--"))],
		["a file of near boundaries", () => file(many("\r\n--a"))],
		["a file of hyphens", () => file(many("-"))],
		["empty parts", () => many("--b\r\n\r\n\r\n")],
		["parts of nothing but their boundary", () => many("--b\r\n")],
		["headers", () => `--b\r\n${many("a: b\r\n")}\r\n`],
		["one long header", () => `--b\r\nContent-Disposition: form-data; name="${many("a")}"\r\n\r\n`],
		["parameters of a header", () => `--b\r\nContent-Disposition: form-data; ${many('a="\\"";')}\r\n\r\n`],
		["brackets in names", () => many(field(`a${"[b]".repeat(30)}`, ""))],
		["long values", () => many(field("title", "a".repeat(8_000)))],
	])(
		"of %s holds nobody up (P255)",
		async (_, text) => {
			const body = Buffer.from(`${text()}--b--\r\n`, "latin1");
			expect(await held({ method: "PUT", path, type: "multipart/form-data; boundary=b", body })).toBeNull();
		},
		PATIENCE_MS,
	);
});

describe("JSON of the largest size", () => {
	const routes = [API.links.prefill, API.links.changes, API.auth.onboarding, API.subscriptions.checkout];
	const bodies: [string, string][] = [
		["lists within lists", `${"[".repeat(JSON_BODY / 2)}${"]".repeat(JSON_BODY / 2)}`],
		["objects within objects", `${'{"a":'.repeat(JSON_BODY / 6)}1${"}".repeat(JSON_BODY / 6)}`],
		["many names", `{${Array.from({ length: JSON_BODY / 12 }, (_, n) => `"${n}":1`).join(",")}}`],
		["many ids", `{"change":"archive","ids":[${"1,".repeat(JSON_BODY / 2 - 50)}1]}`],
		["escapes", `{"url":"${"\\u0061".repeat(JSON_BODY / 6 - 10)}"}`],
		["digits", `{"url":${"9".repeat(JSON_BODY - 10)}}`],
	];
	it.each(bodies)("of %s holds nobody up (P255)", async (_, body) => {
		for (const route of routes) {
			expect(await held({ method: "POST", path: route, type: "application/json", body }), route).toBeNull();
		}
	});

	it("and packed holds nobody up (P255)", async () => {
		const body = gzipSync("[".repeat(50_000_000));
		const headers = { "content-encoding": "gzip" };
		expect(await held({ method: "POST", path: API.links.changes, type: "application/json", headers, body })).toBeNull();
	});
});

describe("headers and queries of the largest size", () => {
	const repeated = (part: string) => part.repeat(Math.floor(HEADER / part.length));
	it.each(["a=b&", "a[]=b&", "a[b][c]=d&", "%41", "%e2%82", "&", "=", "ids=1,", "q=%25&"])(
		"a query of %s holds nobody up (P255)",
		async (part) => {
			const query = repeated(part);
			for (const route of [API.links.search, API.links.all, API.analytics.account, "/go/ada/link", "/pricing"]) {
				expect(await held({ method: "GET", path: `${route}?${query}` }), route).toBeNull();
			}
		},
	);

	it.each(["a=b; ", ";", "visualink=s%3Aa.b; ", '"', "="])("a cookie of %s holds nobody up (P255)", async (part) => {
		expect(await held({ method: "GET", path: API.auth.user, headers: { cookie: repeated(part) } })).toBeNull();
	});

	it.each(["v1=a,", "t=1,", ",", "="])("a signature of %s holds nobody up (P255)", async (part) => {
		const headers = { "stripe-signature": `t=1,${repeated(part)}` };
		const body = JSON.stringify({ id: "evt", junk: "x".repeat(WEBHOOK) });
		expect(await held({ method: "POST", path: API.stripeWebhook, type: "application/json", headers, body })).toBeNull();
	});

	it.each(["en,", "en;q=0.1,", "*/*,", "gzip;q=1, ", "1.1.1.1, ", '"a", '])(
		"headers of %s hold nobody up (P255)",
		async (part) => {
			const names = [
				"accept",
				"accept-language",
				"accept-encoding",
				"x-forwarded-for",
				"if-none-match",
				"range",
				"referer",
			];
			for (const name of names) {
				for (const route of ["/", "/go/ada/link", API.links.search]) {
					const headers = { [name]: repeated(part) };
					expect(await held({ method: "GET", path: route, headers }), `${name} at ${route}`).toBeNull();
				}
			}
		},
	);
});
