import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound, outboundLimits } from "#server/platform/outbound/outbound.ts";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { emptyPng } from "#server/testing/corpora/images.ts";
import { type MadeUpWeb, startMadeUpWeb, WEB_IPV4 } from "#server/testing/web/made-up-web.ts";
import { copiedImage, prefill } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";

type Page = { status?: number; type?: string; body?: string | Buffer; location?: string };

const REFUSED = "Only public web addresses (http or https) can be read";
const NO_URL = "Please enter a valid URL";
const NOT_USED = "images can't be used. Save this one as JPG, PNG or WebP and choose it again";

const canvas = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: "#0f6b6b" } })
		.png()
		.toBuffer();
const BEACH = await canvas(1600, 900);
const png = (body: string | Buffer): Page => ({ type: "image/png", body });

/** What every host of the made-up web answers. */
const PAGES: Record<string, Page> = {
	"/": {
		body: `<title>A page | Coast</title><meta property="og:site_name" content="Coast">
			<meta property="og:description" content="Waves &amp;amp; wind"><meta property="og:image" content="/beach.png">`,
	},
	"/account": {
		body: `<title>PayPal: log in to your account</title><meta property="og:title" content="Welcome">
			<form><input type="email"><input type="password"></form>`,
	},
	"/moved": { location: "http://elsewhere.example/" },
	"/gone": { status: 404, body: "<title>Not found</title>" },
	"/gate": { status: 403, body: "<title>Just a moment...</title>" },
	"/inside": { location: "http://127.0.0.1/" },
	"/beach.png": png(BEACH),
	"/icon.png": png(await canvas(64, 64)),
	"/huge.png": png(Buffer.concat([BEACH, Buffer.alloc(10 * 1024 * 1024)])),
	"/more-than-that.png": png(emptyPng({ width: 8_001, height: 5_000 })),
	"/gif.png": png(await sharp(BEACH).gif().toBuffer()),
	"/half.png": png(BEACH.subarray(0, 40)),
};

let web: MadeUpWeb;
let hanging = 0;
let sites = 0;
let person: Subscriber;

beforeAll(async () => {
	web = await startMadeUpWeb({
		answer(req, res) {
			if (req.url === "/hang") {
				hanging += 1;
				res.once("close", () => {
					hanging -= 1;
				});
				return;
			}
			const { status = 200, type = "text/html; charset=utf-8", body = "", location } = PAGES[req.url ?? ""] ?? {};
			if (location) return void res.writeHead(302, { Location: location }).end();
			res.writeHead(status, { "Content-Type": type }).end(body);
		},
		names: { "inside.example": ["10.0.0.1"] },
		unknown: ["unknown.example"],
	});
});
afterAll(() => web.stop());
const app = useTestApp({
	deps: ({ openOutbound }) => ({
		openOutbound(options) {
			const asItIs = openOutbound(options);
			const asked = createOutbound({ ...options, limits: outboundLimits(options.deadlines), wire: web.wire });
			const isSandboxes = (url: URL) => url.hostname.endsWith(".sandbox.example");
			return { ...asItIs, get: (it) => (isSandboxes(it.url) ? asItIs : asked).get(it) };
		},
	}),
});
/** Each may ask 20 times a minute. */
const somebodyNew = async () => {
	person = await subscriber(app);
};

const ask = (url: unknown) => person.post(API.links.prefill, { url });
const copy = (url: unknown) => person.post(API.links.picture, { url });
/** A host that nobody has asked yet: each may be asked six times a minute. */
const site = () => `http://site${++sites}.example`;

describe("POST /api/links/prefill (P150)", () => {
	beforeAll(somebodyNew);

	it("says what the page says of itself, and where it was found", async () => {
		const host = site();
		const answer = await ask(`${host}/`);
		expect(answer.status).toBe(200);
		expect(prefill.strict().parse(await answer.json())).toEqual({
			title: "A page",
			description: "Waves &amp; wind",
			pictures: [`${host}/beach.png`],
			siteName: "Coast",
			finalUrl: `${host}/`,
		});
		expect(await (await ask(`${host}/moved`)).json()).toMatchObject({ finalUrl: "http://elsewhere.example/" });
	});

	it("reads pages that the sandbox stands in for, on the thread that asks for them", async () => {
		const page = { title: "A plain page", finalUrl: "http://quiet.sandbox.example/plain" };
		expect(await (await ask("http://quiet.sandbox.example/plain")).json()).toMatchObject(page);
		const nowhere = await ask("http://quiet.sandbox.example/nowhere");
		expect(await nowhere.json()).toMatchObject({ kind: "unreachable", message: "quiet.sandbox.example answered 404" });
		const port = await ask("http://quiet.sandbox.example:8080/");
		expect(await port.json()).toMatchObject({ kind: "address_refused", message: REFUSED });
	});

	it("takes a bare domain for https", async () => {
		// Where the made-up web speaks none.
		expect((await ask("bare.example/page")).status).toBe(422);
		expect(web.dialled.at(-1)).toEqual({ address: WEB_IPV4, port: 443, host: "bare.example" });
	});

	it("keeps that a page asks for a password in a brand's name, against links to it (P550)", async () => {
		const url = `${site()}/account`;
		expect(prefill.strict().parse(await (await ask(url)).json())).toMatchObject({ title: "Welcome" });
		const { flag } = await createLink(person, { targetUrl: `${url}?from=mail` });
		expect(flag).toMatchObject({
			effect: "plain",
			reasons: [{ code: "page-asks", brand: "PayPal", words: ["PayPal: log in to your account", "password"] }],
		});
		const other = await subscriber(app);
		expect((await createLink(other, { targetUrl: url })).flag).toBeUndefined();
	});

	it("names a gate, and passes nothing of it on", async () => {
		const url = `${site()}/gate`;
		expect(await (await ask(url)).json()).toEqual({
			title: "",
			description: "",
			pictures: [],
			siteName: "",
			finalUrl: url,
			blocked: "challenge",
		});
	});

	it.each<[unknown, number, string, string]>([
		[undefined, 400, "invalid", NO_URL],
		["", 400, "invalid", NO_URL],
		[["http://web.example/"], 400, "invalid", NO_URL],
		["javascript:alert(1)", 400, "invalid", `${NO_URL}. It doesn't begin with https:// or http://.`],
		["http://ada:secret@web.example/", 400, "invalid", `${NO_URL}. It can't include a user name or password.`],
		["http://0x7f.1/", 400, "address_refused", REFUSED],
		["http://inside.example/", 400, "address_refused", REFUSED],
		["http://leads-inside.example/inside", 400, "address_refused", REFUSED],
		["http://other-port.example:8080/", 400, "address_refused", REFUSED],
		["http://unknown.example/", 422, "unreachable", "unknown.example could not be reached"],
		["http://gone.example/gone", 422, "unreachable", "gone.example answered 404"],
	])("%j: %i %s", async (url, status, kind, message) => {
		const answer = await ask(url);
		expect([answer.status, await answer.json()]).toMatchObject([status, { kind, message }]);
		expect(web.canaries()).toBe(0);
	});

	it("is told once too often: 429, and when to come again", async () => {
		await somebodyNew();
		const host = site();
		for (let n = 0; n < 6; n += 1) expect((await ask(`${host}/`)).status).toBe(200);
		const answer = await ask(`${host}/`);
		expect([answer.status, await answer.json()]).toMatchObject([429, { kind: "too_many" }]);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
	});

	it("is ended when whoever asked has gone", async () => {
		const asking = new AbortController();
		const answer = fetch(`${app.origin}${API.links.prefill}`, {
			method: "POST",
			headers: { "content-type": "application/json", cookie: cookieOf(person) },
			body: JSON.stringify({ url: `${site()}/hang` }),
			signal: asking.signal,
		});
		await until(() => hanging === 1);
		asking.abort();
		await expect(answer).rejects.toThrow();
		await until(() => hanging === 0);
	});
});

describe("POST /api/links/picture (P151)", () => {
	beforeAll(somebodyNew);

	it("copies a picture, which a link may then show", async () => {
		const answer = await copy(`${site()}/beach.png`);
		const { imageUrl } = copiedImage.strict().parse(await answer.json());
		expect(imageUrl).toMatch(/^\/images\/[0-9a-f]{64}\.jpg$/);
		const stored = await app.browser().get(imageUrl);
		const { width, height, format } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
		expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
		expect((await createLink(person, { imageUrl, imageSource: "upload" })).imageUrl).toBe(imageUrl);
	});

	it.each([
		["/more-than-that.png", 400, "invalid", "Images may be at most 16,384 pixels a side and 40 megapixels"],
		["/icon.png", 400, "invalid", "This image is smaller than 300x157"],
		["/gif.png", 415, "unsupported_type", `GIF ${NOT_USED}`],
		["/half.png", 400, "invalid", "This image could not be read"],
		["/huge.png", 413, "too_large", "This image is larger than 10 MB"],
		["/gone", 422, "unreachable", expect.stringContaining("answered 404")],
		["/inside", 400, "address_refused", REFUSED],
	])("%s: %i %s", async (path, status, kind, message) => {
		const answer = await copy(`${site()}${path}`);
		expect([answer.status, await answer.json()]).toMatchObject([status, { kind, message }]);
		expect(web.canaries()).toBe(0);
	});
});

it("both are for whoever may make links", async () => {
	person = await subscriber(app, null);
	for (const answer of [await ask(`${site()}/`), await copy(`${site()}/beach.png`)]) {
		expect([answer.status, await answer.json()]).toMatchObject([
			403,
			{ kind: "subscription_required", message: "You need an active subscription to access this feature" },
		]);
	}
});
