import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiLink } from "#shared/api/v1/link.ts";
import type { LinkDeliveries } from "#shared/links/cards/delivery.ts";
import type { SelfTest } from "#shared/links/cards/self-test.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ApiClient, apiClient } from "./testing/api/api-client.ts";
import { rawRequest } from "./testing/app/raw-request.ts";
import { createLink, type Subscriber, subscriber } from "./testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "./testing/app/test-app.ts";
import { asFile, twoColours } from "./testing/corpora/images.ts";
import { type Cdn, startCdn } from "./testing/machine/cdn.ts";
import { type S3Storage, startS3Storage } from "./testing/machine/s3-storage.ts";

const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";
const BUCKET = "visualink";

let storage: S3Storage;
let cdn: Cdn;
/** The same service without IMAGES_ORIGIN, before and after, and with it. */
let plain: TestApp;
let app: TestApp;
let ada: Subscriber;
let program: ApiClient;
let source: () => string;
let before: LinkView;
let link: LinkView;

beforeAll(async () => {
	storage = await startS3Storage(BUCKET);
	cdn = await startCdn(() => source());
	const env = {
		...{ IMAGES_S3_BUCKET: BUCKET, IMAGES_S3_ENDPOINT: storage.endpoint },
		...{ IMAGES_S3_ACCESS_KEY_ID: "S3RVER", IMAGES_S3_SECRET_ACCESS_KEY: "S3RVER" },
		SESSION_SECRET: "the same in both, as processes have it",
	};
	plain = await startTestApp({ env });
	source = () => plain.origin;
	const owner = await subscriber(plain);
	before = await createLink(owner, { customLinkSlug: "before", image: await imageOf(10) });
	app = await startTestApp({ env: { ...env, IMAGES_ORIGIN: cdn.origin }, beside: plain });
	source = () => app.origin;
	ada = { ...app.browser(), user: owner.user };
	for (const [name, value] of owner.cookies) ada.cookies.set(name, value);
	program = await apiClient(app, ada, { scopes: ["links:read", "links:write"] });
	link = await createLink(ada, { customLinkSlug: "after", image: await imageOf(20) });
});
afterAll(async () => {
	await app?.close();
	await plain?.close();
	await cdn?.close();
	await storage?.close();
});

const imageOf = (hue: number) => asFile(twoColours({ width: 1_200, height: 900 }).modulate({ hue }));
const hashIn = (address: string) => /\/images\/([0-9a-f]{64})\.jpg/.exec(address)?.[1] ?? "";
const sha256 = (bytes: ArrayBuffer) => createHash("sha256").update(Buffer.from(bytes)).digest("hex");

/** What the card of a link names, read as LinkedIn's crawler. */
async function imagesNamed(by: TestApp, { shortUrl }: LinkView): Promise<string[]> {
	const page = await fetch(by.origin + new URL(shortUrl).pathname, { headers: { "user-agent": LINKEDIN } });
	return [...(await page.text()).matchAll(/(?:og|twitter):image(?::secure_url)?" content="([^"]+)"/g)].map(
		([, address = ""]) => address,
	);
}

async function bytesAt(address: string) {
	const answer = await fetch(address);
	const { status, headers } = answer;
	return { status, headers, hash: sha256(await answer.arrayBuffer()) };
}

test("cards name the CDN's images, also of before; former addresses keep their bytes (P697)", async () => {
	for (const each of [before, link]) {
		const path = each.imageUrl ?? "";
		const named = await imagesNamed(app, each);
		expect(named.length).toBeGreaterThan(1);
		expect([...new Set(named)]).toEqual([cdn.origin + path]);
		const [former = ""] = await imagesNamed(plain, each);
		expect(former).toMatch(`${plain.origin}${path}?l=`);

		const own = await bytesAt(app.origin + path + new URL(former).search);
		for (const isFromCache of [false, true]) {
			const { status, headers, hash } = await bytesAt(cdn.origin + path);
			expect([status, hash, headers.get("x-cache")]).toEqual([200, hashIn(path), isFromCache ? "Hit" : "Miss"]);
			for (const name of ["content-type", "content-length", "cache-control", "x-content-type-options", "etag"])
				expect(headers.get(name), name).toBe(own.headers.get(name));
		}
		expect([own.status, own.hash, (await bytesAt(former)).hash]).toEqual([200, hashIn(path), hashIn(path)]);
	}
});

test("a bucket behind a CDN gives the same images, with what crawlers need (P697)", async () => {
	cdn.purge();
	source = () => `${storage.endpoint}/${BUCKET}`;
	const { status, headers, hash } = await bytesAt(cdn.origin + link.imageUrl);
	expect([status, hash]).toEqual([200, hashIn(link.imageUrl ?? "")]);
	expect(headers.get("content-type")).toBe("image/jpeg");
	expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
	source = () => app.origin;
});

test("what a program was given it can give back, of any of our origins, and nothing of the CDN's is stored (P697)", async () => {
	const form = new FormData();
	form.append("image", await imageOf(30), "a.png");
	const { imageUrl } = (await (await program.post("/images", form)).json()) as { imageUrl: string };
	expect(imageUrl).toMatch(`${cdn.origin}/images/`);
	for (const origin of [cdn.origin, app.origin, ""]) {
		const given = origin + new URL(imageUrl).pathname;
		const saved = await program.patch(`/links/${link.id}`, { imageUrl: given });
		expect([saved.status, ((await saved.json()) as ApiLink).imageUrl], given).toEqual([200, imageUrl]);
	}
	const { rows } = await app.deps.pool.query("SELECT image_url FROM links WHERE id = $1", [link.id]);
	expect(rows).toEqual([{ image_url: new URL(imageUrl).pathname }]);

	const csv = await (await ada.get(API.links.csv)).text();
	expect(csv).toContain(`"${imageUrl}"`);
	const data = await (await ada.get(API.account.data)).text();
	expect(JSON.parse(data).pictures).toContain(imageUrl);
	const strange = await program.patch(`/links/${link.id}`, {
		imageUrl: `https://cdn.example${new URL(imageUrl).pathname}`,
	});
	expect(((await strange.json()) as ApiLink).imageUrl).toMatch(/^https:\/\/cdn\.example/);
	await program.patch(`/links/${link.id}`, { imageUrl });
});

test("screens load from the CDN, and nobody is said to miss an image whose loads it hides (P697, P699)", async () => {
	expect(await (await ada.get("/login")).text()).toContain(`name="images-origin" content="${cdn.origin}"`);
	expect(await (await plain.browser().get("/login")).text()).toContain('name="images-origin" content=""');
	const policy = (await ada.get("/login")).headers.get("content-security-policy") ?? "";
	expect(policy).toMatch(`img-src 'self' blob: data: https: ${cdn.origin};`);

	const deliveries = async (path: string) => (await (await ada.get(path)).json()) as LinkDeliveries;
	const { targets } = await deliveries(API.links.deliveries(before.id));
	expect(Object.values(targets).some(({ hasOwnImage }) => hasOwnImage)).toBe(false);
});

test("the test of a link loads its image from the CDN, as apps do (P202)", async () => {
	const test = async () => (await (await ada.post(API.links.selfTest(before.id))).json()) as SelfTest;
	expect((await test()).results.flatMap(({ findings }) => findings)).toEqual([]);
	expect(cdn.asked).toContain("/robots.txt");
	source = () => "http://127.0.0.1:9";
	cdn.purge();
	const broken = await test();
	expect(JSON.stringify(broken.results)).toContain("was refused the image (502)");
	source = () => app.origin;
});

test("by the name of images the service answers images alone (P697)", async () => {
	const host = new URL(cdn.origin).host;
	const ask = (target: string, extra = "") =>
		rawRequest(app.origin, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${extra}\r\n`);
	expect(await ask(before.imageUrl ?? "")).toMatchObject({ status: 200 });
	expect(await ask(before.imageUrl ?? "", "X-Own-Domains-Only: 1\r\n")).toMatchObject({ status: 200 });
	expect(await ask("/robots.txt")).toMatchObject({ status: 200 });
	for (const target of ["/", "/login", "/api/plans", "/go/ada/after", "/readyz"])
		expect(await ask(target), target).toMatchObject({ status: 404, body: "Not found" });
});

test("without IMAGES_ORIGIN again, cards name our own address again (P697)", async () => {
	const [named = ""] = await imagesNamed(plain, link);
	expect(named).toMatch(`${plain.origin}/images/`);
	expect((await bytesAt(named)).hash).toBe(hashIn(named));
});
