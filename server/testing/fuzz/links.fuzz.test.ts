import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { twoColours } from "#server/testing/corpora/images.ts";
import { link } from "#shared/links/link.ts";
import { linkForm as form } from "#shared/links/link-form.ts";
import { API } from "#shared/platform/api-paths.ts";
import { changed, changes, nastySegment, nastyText } from "./inputs.ts";
import type { RawRequest } from "./send-raw.ts";
import { expectClear as expectClearAnswer, holds, TIMEOUT_MS } from "./surface.ts";

const app = useTestApp();
let owner: Subscriber;
let cookie: string;
let whole: { body: Buffer; type: string };
let storedImages: Buffer[];

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	cookie = cookieOf(owner);
	const picture = () => twoColours({ width: 90, height: 60 });
	storedImages = await Promise.all([
		picture().png().toBuffer(),
		picture().jpeg().toBuffer(),
		picture().webp().toBuffer(),
	]);
	whole = await bodyOf(formWith({ image: storedImages[0] ?? Buffer.alloc(0) }));
});

describe("whatever is sent, the answer is clear and comes soon", () => {
	it(
		"paths and queries",
		() =>
			holds(
				fc.record({
					method: fc.constantFrom("GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"),
					path: fc
						.tuple(
							fc.constantFrom(API.links.all, `${API.links.all}/by-slug`, "/images", "/api/stats/links", "/api"),
							fc.array(nastySegment, { maxLength: 3 }),
							fc.constantFrom("", "?limit=", "?before=", "?slug=", "?slug=a&slug=", "/check-slug-availability?slug="),
							nastySegment,
						)
						.map(([start, segments, query, value]) => [start, ...segments].join("/") + query + (query && value)),
				}),
				(request) => expectClear(request),
			),
		TIMEOUT_MS,
	);

	it(
		"fields of a form",
		() =>
			holds(
				fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(form.shape)), nastyText), nastyText), {
					maxLength: 8,
				}),
				async (fields) => {
					const form = linkForm();
					for (const [name, value] of fields) form.set(name, value);
					const { body, type } = await bodyOf(form);
					await expectClear({ method: "POST", path: API.links.all, headers: { "content-type": type }, body });
				},
			),
		TIMEOUT_MS,
	);

	it(
		"damaged multipart bodies",
		() =>
			holds(fc.tuple(changes, fc.constantFrom("POST", "PUT")), async ([list, method]) => {
				const headers = { "content-type": whole.type };
				const path = method === "POST" ? API.links.all : API.links.bySlug("missing");
				await expectClear({ method, path, headers, body: changed(whole.body, list) });
			}),
		TIMEOUT_MS,
	);

	it(
		"damaged pictures",
		() =>
			holds(fc.tuple(fc.nat({ max: 2 }), changes), async ([which, list]) => {
				const image = changed(storedImages[which] ?? Buffer.alloc(0), list);
				const { body, type } = await bodyOf(formWith({ image }));
				await expectClear({ method: "POST", path: API.links.all, headers: { "content-type": type }, body });
			}),
		TIMEOUT_MS,
	);

	it(
		"other bodies and content types",
		() =>
			holds(
				fc.record({
					path: fc.constantFrom(API.links.all, API.subscriptions.checkout, API.auth.onboarding),
					type: fc.oneof(
						fc.constantFrom("application/json", "application/json; charset=x", "multipart/form-data", "text/plain", ""),
						fc.stringMatching(/^[!-~]{1,40}$/),
					),
					body: fc.oneof(
						fc.json(),
						fc.constantFrom('{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', "[", "null", '"\\ud800"'),
						fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
					),
				}),
				async ({ path, type, body }) => {
					await expectClear({ method: "POST", path, headers: { "content-type": type }, body });
					expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
				},
			),
		TIMEOUT_MS,
	);
});

/** A clear answer for someone signed in, and a whole link where there is one. */
async function expectClear(request: RawRequest): Promise<void> {
	const answer = await expectClearAnswer(app.origin, { ...request, headers: { ...request.headers, cookie } });
	if (answer.status === 201) link.strict().parse(JSON.parse(answer.body));
}

function formWith({ image }: { image: Buffer }): FormData {
	return linkForm({ image: new Blob([new Uint8Array(image)], { type: "image/png" }) });
}

async function bodyOf(form: FormData): Promise<{ body: Buffer; type: string }> {
	const message = new Response(form);
	return { type: message.headers.get("content-type") ?? "", body: Buffer.from(await message.arrayBuffer()) };
}
