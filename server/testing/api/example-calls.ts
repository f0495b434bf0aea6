import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { createOutbound, outboundLimits } from "#server/platform/outbound/outbound.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type MadeUpWeb, startMadeUpWeb } from "#server/testing/web/made-up-web.ts";
import type { ApiRoute } from "#shared/api/v1/api-route.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ApiClient, apiClient } from "./api-client.ts";

/** A picture that a link can show, by any address of the made-up web that ends in `.png` or `.jpg`. */
export const EXAMPLE_IMAGE = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#0f6b6b" } })
	.jpeg()
	.toBuffer();

/** The app, for which `example.com` is a page with an image. */
export function useAppWithExampleCom(): TestApp {
	let web: MadeUpWeb;
	beforeAll(async () => {
		web = await startMadeUpWeb({
			answer(req, res) {
				const isImage = /\.(?:png|jpe?g)$/.test(req.url ?? "");
				res.writeHead(200, { "Content-Type": isImage ? "image/jpeg" : "text/html; charset=utf-8" });
				res.end(isImage ? EXAMPLE_IMAGE : '<title>Summer</title><meta property="og:image" content="/image.png">');
			},
		});
	});
	afterAll(() => web.stop());
	return useTestApp({
		deps: ({ openOutbound }) => ({
			openOutbound(options) {
				const asItIs = openOutbound(options);
				const asked = createOutbound({ ...options, limits: outboundLimits(options.deadlines), wire: web.wire });
				// The made-up web speaks no TLS.
				const plain = (url: URL) => new URL(url.href.replace(/^https:/, "http:"));
				const isIts = (url: URL) => url.hostname === "example.com";
				return {
					...asItIs,
					get: (it) => (isIts(it.url) ? asked.get({ ...it, url: plain(it.url) }) : asItIs.get(it)),
					post: (it) => asked.post({ ...it, url: plain(it.url) }),
				};
			},
		}),
	});
}

const OTHERS = new Map(API_V1_ROUTES.map((route) => [route.id, route]));

/**
 * A new account in the state that the route's example assumes, with its placeholders filled in: id 1 means the first link,
 * domain or template.
 */
export async function exampleCall(app: TestApp, route: ApiRoute): Promise<{ route: ApiRoute; client: ApiClient }> {
	const owner = await subscriber(app, "enterprise");
	const client = await apiClient(app, owner);
	const { params = {}, body } = route.example ?? {};
	const link = await createLink(owner, { title: "Summer in the Algarve" });
	if ("tag" in params) await made(owner.post(API.links.changes, { change: "tag", ids: [link.id], tag: params.tag }));
	const id = await idFor(route, client, link.id);
	if (route.id === "restoreLink") await made(client.delete(`/links/${id}`));
	if (route.id === "deleteCard") {
		await made(client.put(`/links/${id}/cards/${params.target}`, OTHERS.get("saveCard")?.example?.body));
	}
	const withId = {
		...params,
		...("id" in params && { id }),
		...("deliveryId" in params && { deliveryId: await deliveryOf(client, id) }),
	};
	const withIds = isObject(body) && "ids" in body ? { ...body, ids: [link.id] } : body;
	return { route: { ...route, example: { ...route.example, params: withId, body: withIds } }, client };
}

async function idFor({ path, id }: ApiRoute, client: ApiClient, linkId: number): Promise<number> {
	if (path.startsWith("/domains/")) return firstBy("addDomain", "/domains", client);
	if (id === "deleteUtmTemplate") return firstBy("saveUtmTemplate", "/utm-templates", client);
	if (path.startsWith("/webhooks/")) return firstBy("createWebhook", "/webhooks", client);
	return linkId;
}

async function deliveryOf(client: ApiClient, webhookId: number): Promise<number> {
	const answer = await made(client.post(`/webhooks/${webhookId}/test`));
	return ((await answer.json()) as { id: number }).id;
}

async function firstBy(creating: string, path: string, client: ApiClient): Promise<number> {
	const answer = await made(client.post(path, OTHERS.get(creating)?.example?.body));
	const { id } = (await answer.json()) as { id: number };
	return id;
}

async function made(answering: Promise<Response>): Promise<Response> {
	const answer = await answering;
	if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
	return answer;
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}
