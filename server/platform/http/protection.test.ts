import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#server/platform/operator/log.ts";
import { type Browser, cookieOf } from "#server/testing/app/browser.ts";
import { routesOf } from "#server/testing/app/routes.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { currentUser } from "#shared/account/auth/current-user.ts";
import { plan } from "#shared/billing/plans/plan.ts";
import { activeSubscription, clientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { linkCard } from "#shared/links/cards/card-override.ts";
import { latestDeliveries, linkDeliveries } from "#shared/links/cards/delivery.ts";
import { link, monthlyUsage, slugAvailability } from "#shared/links/link.ts";
import { linkIndex, listedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { versionInfo } from "#shared/platform/version/version.ts";
import { viewStats } from "#shared/public/views/view-stats.ts";
import { builtClientDir } from "./client-app.ts";

const TITLE = "a title that nobody else needs to read";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const lines: string[] = [];
const app = useTestApp({
	deps: () => ({ log: createLog({ logLevel: "trace" }, { write: (line) => void lines.push(line) }) }),
});
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const get = (path: string, headers: Record<string, string> = {}) => app.browser().get(path, { headers });
const readable = () => routesOf(app.express).filter((route) => route.startsWith("GET "));

describe("headers (H1)", () => {
	it.each(["/", "/pricing", "/admin", "/nowhere", API.plans, API.auth.user])("of %s protect it", async (path) => {
		const { headers } = await get(path);
		const policy = new Map(
			(headers.get("content-security-policy") ?? "").split(";").map((rule) => {
				const [name = "", ...sources] = rule.trim().split(" ");
				return [name, sources.join(" ")];
			}),
		);
		expect(policy.get("default-src")).toBe("'self'");
		expect(policy.get("script-src")).toBe("'self'");
		for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name), name).toBe("'none'");
		expect(policy.get("form-action")).toBe("'self'");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
		expect(headers.has("x-powered-by")).toBe(false);
	});

	it("say on https that it stays https, and make cookies for it alone (C6)", async () => {
		const env = { PUBLIC_ORIGIN: "https://visualink.example", TRUST_PROXY: "1" };
		const secure = await startTestApp({ env });
		const local = `http://localhost:${secure.deps.config.http.port}`;
		const answer = await fetch(local + API.auth.google, {
			redirect: "manual",
			headers: { "x-forwarded-proto": "https" },
		});
		expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
		for (const target of ["/go/nobody/x", "/go/nobody/x+", "/go/~report", "/images/x.jpg", "/robots.txt"]) {
			const { headers } = await fetch(local + target);
			expect(headers.get("strict-transport-security"), target).toBe("max-age=31536000; includeSubDomains");
		}
		const [cookie = ""] = answer.headers.getSetCookie();
		expect(cookie).toMatch(/^__Host-visualink=/);
		const attributes = cookie.split("; ").slice(1);
		expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
		expect(cookie).not.toMatch(/domain=/i);
		await secure.close();
	});

	it("allow no other site to read the API (C12), and give no visitor a cookie (C6)", async () => {
		for (const route of readable().filter((route) => route !== `GET ${API.auth.google}`)) {
			const target = route.slice(4).replaceAll(/:\w+/g, "1");
			for (const method of ["GET", "OPTIONS"]) {
				const headers = { origin: "https://evil.example", "access-control-request-method": "PUT" };
				const answer = await fetch(app.origin + target, { method, headers, redirect: "manual" });
				const names = [...answer.headers.keys()];
				expect(
					names.filter((name) => name.startsWith("access-control-")),
					route,
				).toEqual([]);
				const given = answer.headers.getSetCookie().filter((cookie) => !cookie.includes("Expires=Thu, 01 Jan 1970"));
				expect(given, route).toEqual([]);
			}
		}
	});
});

describe("what is not there", () => {
	it("is the not-found page with its status, and JSON below /api (H2)", async () => {
		for (const path of ["/nowhere", "/admin/x/y", "/pricing/x"]) {
			const page = await get(path);
			expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
		}
		for (const path of ["/api", "/api/", "/api/nothing", "/api/links/1/2/3", "/api/auth/nobody"]) {
			const answer = await owner.get(path);
			expect([path, answer.status]).toEqual([path, 404]);
			expect(await answer.json()).toMatchObject({ kind: "not_found", message: "Not found" });
		}
	});

	it.each([
		...["/.env", "/.git/config", "/.npmrc", "/.vite/manifest.json", "/pages.json", "/package.json", "/main.js"],
		...["/server/main.ts", "/dist/server/main.js", "/dist/server/main.js.map", "/assets", "/assets/", "/index.html.br"],
		...[
			"/..%2fpackage.json",
			"/%2e%2e/package.json",
			"/assets/..%2f..%2fserver%2fmain.js",
			"/assets/%2e%2e/pages.json",
		],
		...["//etc/passwd", "/etc/passwd", "/.well-known/x", "/images/", "/images/..%2fsession-secret"],
	])("is nobody's business: %s (H4)", async (path) => {
		const answer = await fetch(app.origin + path, { redirect: "manual" });
		expect(answer.status).toBe(404);
		expect(await answer.text()).not.toMatch(/"scripts"|sourceMappingURL|root:|DATABASE_URL/);
	});

	it("is any map of our sources beside the scripts (H4)", async () => {
		const assets = readdirSync(path.join(builtClientDir(), "assets")).filter((name) => /\.(?:js|css)$/.test(name));
		expect(assets.length).toBeGreaterThan(5);
		for (const name of assets) {
			expect((await get(`/assets/${name}.map`)).status).toBe(404);
			expect(readFileSync(path.join(builtClientDir(), "assets", name), "utf8")).not.toContain("sourceMappingURL");
		}
	});
});

it("answers hold what they must and no more (H7)", async () => {
	const created = await createLink(owner, { title: TITLE });
	const one = clientSubscription.strict().nullable();
	const shapes: [string, z.ZodType][] = [
		[API.auth.user, currentUser.strict()],
		[API.links.all, z.array(listedLink.strict()).nonempty()],
		[API.links.deleted, z.array(listedLink.strict())],
		[API.links.index, linkIndex.strict()],
		[API.links.bySlug(created.linkSlug), link.strict()],
		[API.links.monthlyUsage, monthlyUsage.strict()],
		[API.links.slugAvailability("free"), slugAvailability.strict()],
		[API.latestDeliveries, latestDeliveries],
		[API.links.cards(created.id), z.array(linkCard.strict())],
		[API.links.deliveries(created.id), linkDeliveries.strict()],
		[API.stats.views, viewStats.strict()],
		[API.stats.linkViews(created.id), viewStats.strict()],
		[API.subscriptions.active, activeSubscription.extend({ subscription: one }).strict()],
		[API.plans, z.array(plan.strict()).nonempty()],
		[API.version, versionInfo.strict()],
	];
	/** Links have their owner's id, for their owner alone. */
	const withOwner: string[] = [API.auth.user, API.links.all, API.links.bySlug(created.linkSlug)];
	for (const [path, shape] of shapes) {
		const answer = await owner.get(path);
		expect(answer.status, path).toBe(200);
		const text = await answer.text();
		shape.parse(JSON.parse(text));
		expect(text, path).not.toMatch(/stripe|ipAddress|ipCountry|cardCountry|customer/i);
		if (!withOwner.includes(path)) expect(text, path).not.toContain(owner.user.id);
	}
});

it("lines of the log tell no secret, no address and no text, and can't be forged (H5)", async () => {
	const created = await createLink(owner, { title: TITLE, targetUrl: "https://example.com/?key=in-the-target" });
	await fetch(created.shortUrl, { redirect: "manual", headers: { "user-agent": CHROME } });
	await owner.get(`${API.links.all}?secret=in-the-query`);
	await owner.get("/api/links/by-slug/a%0A%7B%22level%22%3A60%7D");
	await owner.get(API.links.bySlug("nothing"), { headers: { "x-forwarded-for": "203.0.113.77" } });
	await post(owner, "{not json");
	const signature = `t=1,v1=${"ab".repeat(32)}`;
	await fetch(app.origin + API.stripeWebhook, {
		method: "POST",
		headers: { "stripe-signature": signature },
		body: JSON.stringify({ secret: "in-the-webhook" }),
	});
	await app.browser().get(`${API.auth.googleCallback}?code=the-secret-code&state=the-secret-state`);

	expect(lines.length).toBeGreaterThan(5);
	for (const line of lines) expect(JSON.parse(line)).toHaveProperty("level");
	const all = lines.join("");
	expect(lines.every((line) => line.trimEnd().split("\n").length === 1)).toBe(true);
	const cookies = [...owner.cookies.values()];
	const secrets = [...cookies, ...cookies.map(decodeURIComponent), signature, "ab".repeat(32), "whsec_sandbox"];
	secrets.push("the-secret-code", "the-secret-state", "in-the-query", "in-the-webhook", "not json", TITLE);
	secrets.push(owner.user.id, owner.user.email, "in-the-target");
	secrets.push("203.0.113.77", "127.0.0.1", app.deps.config.session.secret ?? app.deps.sessionSecret);
	for (const secret of secrets) expect(all).not.toContain(secret);
	expect(all).not.toMatch(/set-cookie|"cookie"|authorization/i);
});

/** JSON that is none, to a route that reads it. */
function post(person: Browser, body: string): Promise<Response> {
	const headers = { cookie: cookieOf(person), "content-type": "application/json" };
	return fetch(app.origin + API.auth.onboarding, { method: "POST", headers, body });
}
