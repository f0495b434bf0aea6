import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutbound, outboundLimits } from "#server/platform/outbound/outbound.ts";
import { type ApiClient, apiClient } from "#server/testing/api/api-client.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { jpegOfScans, jpegOfSegments } from "#server/testing/corpora/bombs.ts";
import { asFile, emptyPng, twoColours } from "#server/testing/corpora/images.ts";
import { bytesAt } from "#server/testing/images/seen-image.ts";
import { type MadeUpWeb, startMadeUpWeb } from "#server/testing/web/made-up-web.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { IMAGE_ROUTES } from "#shared/api/v1/routes/images.ts";

const [{ answer: imageAnswer }, { answer: pageAnswer }] = IMAGE_ROUTES;
const apiImage = imageAnswer.schema;
const apiPage = pageAnswer.schema;
const BEACH = await twoColours({ width: 1600, height: 900 }).png().toBuffer();
const MB = 1024 * 1024;
const padded = (length: number) => Buffer.concat([BEACH, Buffer.alloc(length - BEACH.length)]);
const gif = await twoColours({ width: 40, height: 40 }).gif().toBuffer();

const PAGES: Record<string, { type: string; body: string | Buffer }> = {
	"/": {
		type: "text/html; charset=utf-8",
		body: `<title>A page | Coast</title><meta property="og:site_name" content="Coast">
			<meta property="og:description" content="Waves"><meta property="og:image" content="/beach.png">`,
	},
	"/beach.png": { type: "image/png", body: BEACH },
	// Signed addresses of stores have long queries, and some stores name no type.
	"/beach.png?X-Amz-Signature=abc%2F": { type: "application/octet-stream", body: BEACH },
	"/icon.png": { type: "image/png", body: await twoColours({ width: 64, height: 64 }).png().toBuffer() },
	"/huge.png": { type: "image/png", body: padded(10 * MB + 1) },
	"/page.png": { type: "text/html", body: "<p>Please sign in</p>" },
	"/gif.gif": { type: "image/gif", body: gif },
};

let web: MadeUpWeb;
let sites = 0;
const site = () => `http://site${++sites}.example`;

beforeAll(async () => {
	web = await startMadeUpWeb({
		answer(req, res) {
			const page = PAGES[req.url ?? ""];
			if (!page) return void res.writeHead(404).end();
			res.writeHead(200, { "Content-Type": page.type }).end(page.body);
		},
		unknown: ["unknown.example"],
	});
});
afterAll(() => web.stop());
const app = useTestApp({
	env: { RATE_LIMITS: "on" },
	deps: ({ openOutbound }) => ({
		openOutbound(options) {
			const asked = createOutbound({ ...options, limits: outboundLimits(options.deadlines), wire: web.wire });
			return { ...openOutbound(options), get: (it) => asked.get(it) };
		},
	}),
});

let ada: Subscriber;
let program: ApiClient;
/** Each may ask for 20 pages a minute. */
const somebodyNew = async () => {
	ada = await subscriber(app);
	program = await apiClient(app, ada, { scopes: ["links:write"] });
};

const formOf =
	(bytes: Buffer | null, others: Record<string, string> = {}) =>
	async () => {
		const form = new FormData();
		if (bytes) form.append("image", await asFile(bytes, "image/png"), "a.png");
		for (const [name, value] of Object.entries(others)) form.append(name, value);
		return form;
	};

const photo = async () => {
	const form = new FormData();
	form.append("photo", await asFile(BEACH), "a.png");
	return form;
};

describe("uploadImage (P646)", () => {
	beforeAll(somebodyNew);

	test.each([
		["a file", formOf(BEACH)],
		["the address of an image", async () => ({ url: `${site()}/beach.png` })],
		["a signed address whose store names no type", async () => ({ url: `${site()}/beach.png?X-Amz-Signature=abc%2F` })],
	])("takes %s, and links show what it answers", async (_, sent) => {
		const answer = await program.post("/images", await sent());
		expect(answer.status).toBe(201);
		const { imageUrl, ...size } = apiImage.strict().parse(await answer.json());
		const { origin, pathname } = new URL(imageUrl);
		expect(origin).toBe(app.origin);
		const { width, height, format } = await sharp(await bytesAt(app, pathname)).metadata();
		expect([{ width, height }, format]).toEqual([size, "jpeg"]);
		// Absolute and by its path.
		expect((await createLink(ada, { imageUrl })).imageUrl).toBe(pathname);
		expect((await createLink(ada, { imageUrl: pathname })).imageUrl).toBe(pathname);
	});

	const bad: [status: number, code: string, field: string | null, sent: () => unknown][] = [
		[400, "required", "image", formOf(null)],
		[400, "unknown_field", "file", formOf(null, { file: "a.png" })],
		[400, "unknown_field", "photo", photo],
		[400, "wrong_type", "image", formOf(null, { image: "photo.png" })],
		[400, "unknown_field", "shape", formOf(BEACH, { shape: "wide" })],
		[400, "image_unreadable", "image", formOf(BEACH.subarray(0, BEACH.length / 2))],
		[415, "image_wrong_type", "image", formOf(gif)],
		[413, "image_too_large", "image", formOf(padded(5 * MB + 1))],
		[400, "image_too_many_pixels", "image", formOf(emptyPng({ width: 8_001, height: 5_000 }))],
		[400, "image_too_many_scans", "image", formOf(jpegOfScans({ width: 64, height: 64, scans: 101 }))],
		[400, "image_too_many_parts", "image", async () => formOf(await jpegOfSegments(2_000))()],
		[400, "required", "url", () => ({})],
		[400, "wrong_type", "url", () => ({ url: ["https://example.com/"] })],
		[400, "unknown_field", "imageUrl", () => ({ url: `${site()}/beach.png`, imageUrl: "" })],
		[400, "invalid_url", "url", () => ({ url: "data:image/png;base64,iVBORw0KGgo=" })],
		[400, "address_refused", null, () => ({ url: "http://127.0.0.1/a.png" })],
		[422, "unreachable", null, () => ({ url: "http://unknown.example/a.png" })],
		[422, "unreachable", null, () => ({ url: `${site()}/gone.png` })],
		[400, "image_too_small", "url", () => ({ url: `${site()}/icon.png` })],
		[413, "image_too_large", "url", () => ({ url: `${site()}/huge.png` })],
		[415, "image_wrong_type", "url", () => ({ url: `${site()}/page.png` })],
		[415, "image_wrong_type", "url", () => ({ url: `${site()}/gif.gif` })],
	];
	test.each(bad)("%i %s at %s", async (status, code, field, sent) => {
		const answer = await program.post("/images", await sent());
		const { error } = apiError.parse(await answer.json());
		expect([answer.status, error.code, error.fields[0]?.field ?? null]).toEqual([status, code, field]);
		expect(web.canaries()).toBe(0);
	});

	test("is refused as neither form nor JSON, without its scope, and beyond the day's images", async () => {
		const refusal = async (answer: Response) => [answer.status, apiError.parse(await answer.json()).error.code];
		const plain = await program.send("POST", "/images", "x", { "Content-Type": "image/png" });
		expect(await refusal(plain)).toEqual([415, "unsupported_type"]);
		const byHand = await program.send("POST", "/images", await formOf(BEACH)(), {
			"Content-Type": "multipart/form-data",
		});
		expect(await refusal(byHand)).toEqual([400, "invalid"]);
		const reader = await apiClient(app, ada, { scopes: ["links:read"] });
		expect(await refusal(await reader.post("/images", await formOf(BEACH)()))).toEqual([403, "scope_required"]);
		const counts =
			"INSERT INTO picture_counts (user_id, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 99999)";
		await app.deps.pool.query(`${counts} ON CONFLICT (user_id) DO UPDATE SET count = 99999`, [ada.user.id]);
		const fresh = await twoColours({ width: 1201, height: 631 }).negate().png().toBuffer();
		const answer = await program.post("/images", await formOf(fresh)());
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refusal(answer)).toEqual([429, "daily_image_limit"]);
	});
});

describe("readPage (P646)", () => {
	beforeAll(somebodyNew);

	test("says what the page says of itself", async () => {
		const host = site();
		const answer = await program.post("/prefill", { url: `${host}/` });
		expect(apiPage.strict().parse(await answer.json())).toEqual({
			...{ title: "A page", description: "Waves", images: [`${host}/beach.png`] },
			...{ siteName: "Coast", finalUrl: `${host}/`, blocked: null },
		});
	});

	test("is refused often to the same host", async () => {
		const host = site();
		const asked = [];
		for (let n = 0; n < 7; n += 1) asked.push((await program.post("/prefill", { url: `${host}/` })).status);
		expect(asked).toEqual([200, 200, 200, 200, 200, 200, 429]);
	});
});
