import { beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "./testing/app/browser.ts";
import { oddAddressesOf } from "./testing/app/odd-addresses.ts";
import { type Ids, PEOPLE, type Person, ROUTES, rows, send } from "./testing/app/route-table.ts";
import { routesOf } from "./testing/app/routes.ts";
import { createLink, subscriber } from "./testing/app/subscriber.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";

const app = useTestApp();
let people: Record<Person, Browser>;
let ids: Ids;

beforeAll(async () => {
	const lapsed = await subscriber(app, "pro");
	await app.deps.pool.query("UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [lapsed.user.id]);
	people = {
		visitor: app.browser(),
		newcomer: await app.signedIn({ consent: false }),
		unsubscribed: await app.signedIn(),
		lapsed,
		starter: await app.signedIn({ plan: "starter" }),
		owner: await app.signedIn({ plan: "pro" }),
		stranger: await app.signedIn({ plan: "pro" }),
	};
	const link = await createLink(people.owner);
	ids = { linkId: link.id, linkSlug: link.linkSlug };
});

it("has a row for every route", () => {
	expect(Object.keys(ROUTES).sort()).toEqual(routesOf(app.express));
});

/** A changing request must not have changed anything for the person after it, so onboarding comes last for a newcomer. */
const consenting = "/api/auth/onboarding";
const ordered = [...rows].sort((a, b) => Number(a.template === consenting) - Number(b.template === consenting));

describe.each(ordered)("$route", ({ method, template, statuses, path, body }) => {
	const target = () => path?.(ids) ?? template;

	it.each(PEOPLE.map((person, n) => [person, typeof statuses === "number" ? statuses : statuses[n]] as const))(
		"%s: %i",
		async (person, status) => {
			const browser = template === "/api/auth/logout" ? await app.signedIn() : people[person];
			const answer = await send(browser, method, target(), body?.());
			expect(answer.status).toBe(status);
			if (template.startsWith("/api")) expect(answer.headers.get("cache-control")).toBe(cacheControlOf(template));
		},
	);
});

/** What a route counts in next to `reads` or `changes` (P249). */
const COSTLY: Record<string, string> = {
	"GET /api/links/check-slug-availability": "slugChecks",
	"POST /api/links/hint": "slugChecks",
	...ofAll("lists", [
		"/api/links",
		"/api/links/deleted",
		"/api/links/index",
		"/api/links/search",
		"/api/links/rows",
		"/api/imports/:id/rows",
	]),
	"GET /api/links/originals/:name": "originals",
	...ofAll("charts", [
		"/api/analytics",
		"/api/analytics/tags",
		"/api/analytics/links/:id",
		"/api/analytics/links/:id/public",
	]),
	"PUT /api/analytics/links/:id/public": "charts",
	"DELETE /api/analytics/links/:id/public": "charts",
	"POST /api/imports": "importFiles",
	"POST /api/domains": "domainChecks",
	"POST /api/domains/:id/check": "domainChecks",
	"GET /api/account/data": "dataDownloads",
	"GET /api/links/csv": "dataDownloads",
	...ofAll("billingReads", ["/api/subscriptions/active", "/api/subscriptions/details", "/api/subscriptions/preview"]),
	"PUT /api/account/billing-details": "billing",
	"DELETE /api/account": "billing",
	"POST /api/withdrawals": "withdrawals",
	"GET /api/withdrawals/:number": "withdrawalReads",
	"GET /api/withdrawals/:number/file": "withdrawalReads",
};
/** What is counted by address, before anyone is known; and what is not counted, with the reason. */
const BY_ADDRESS: Record<string, string> = {
	"GET /api/auth/google": "signInStarts",
	"GET /api/auth/google/callback": "signIns",
	"GET /api/public-stats": "publicStats",
	"GET /stats/:address": "publicStats",
};
const UNCOUNTED: Record<string, string> = {
	"GET /healthz": "asks nothing of anybody",
	"GET /readyz": "asks the database once for all who ask at a time",
	"GET /metrics": "needs the operator's token",
	"GET /.well-known/security.txt": "a constant",
	"POST /mcp": "by its key, as the API (server/api/mcp/mcp.test.ts)",
	"ALL /mcp": "a constant",
	"GET /images/:name": "platforms fetch pictures from few addresses",
	"GET /api/version": "a constant",
	"GET /api/plans": "a constant",
	"POST /api/stripe/webhook": "an event that is refused comes late",
	"ALL /api/stripe/webhook": "a constant",
	"ALL /email/unsubscribe/:token/:kind": "mail programs ask from few addresses; unknown tokens count by address",
};

function ofAll(budget: string, paths: string[]): Record<string, string> {
	return Object.fromEntries(paths.map((path) => [`GET ${path}`, budget]));
}

function budgetsOf(route: string): string[] {
	if (route in UNCOUNTED) return [];
	const { [route]: address } = BY_ADDRESS;
	const own = COSTLY[route] ?? (/^POST \/api\/subscriptions/.test(route) ? "billing" : undefined);
	const changes = route === "POST /api/links/hint" ? undefined : "changes";
	const usual = route.startsWith("GET ") ? "reads" : changes;
	// Who is signed in already, and signs in again, is known by their session, too.
	const isKnown = address === undefined || /\/auth\//.test(route);
	return [address, isKnown ? usual : undefined, own].flatMap((name) => name ?? []);
}

describe("every route has a budget, or a reason to have none (P249)", () => {
	const limited = useTestApp({ env: { RATE_LIMITS: "on" } });
	let owner: Browser;
	beforeAll(async () => {
		owner = await limited.signedIn({ plan: "pro" });
		const link = await createLink(owner);
		ids = { linkId: link.id, linkSlug: link.linkSlug };
	});

	const last = "/api/auth/logout";
	const once = [...rows].sort((a, b) => Number(a.template === last) - Number(b.template === last));
	it.each(once)("$route", async ({ route, method, template, path, body }) => {
		const answer = await send(owner, method, path?.(ids) ?? template, body?.());
		const policies = (answer.headers.get("ratelimit-policy") ?? "").matchAll(/"(\w+)"/g);
		expect([...policies].map(([, name]) => name)).toEqual(budgetsOf(route));
	});
});

/** Stripe's calls are signed, and come from another site by nature. */
const changes = rows.filter(
	({ method, template }) => !["GET", "ALL"].includes(method) && template !== "/api/stripe/webhook",
);

it.each(changes)("$route from another origin: 403 (C9)", async ({ method, template, path, body }) => {
	const headers = { Origin: "https://evil.example" };
	expect((await send(people.owner, method, path?.(ids) ?? template, body?.(), headers)).status).toBe(403);
});

describe("a body of another type", () => {
	beforeAll(async () => {
		const link = await createLink(people.owner);
		ids = { linkId: link.id, linkSlug: link.linkSlug };
	});

	it.each(changes.filter(({ body }) => body))("$route: 415 (C10)", async ({ method, template, path }) => {
		const headers = { "content-type": "text/plain" };
		expect((await send(people.owner, method, path?.(ids) ?? template, {}, headers)).status).toBe(415);
	});
});

describe("no address is answered with a 5xx", () => {
	const some = ["GET /api/links/rows", "GET /api/links/by-slug/:linkSlug", "DELETE /api/links/:id/aliases/:slug"];
	it.each(rows.filter(({ route }) => some.includes(route)))("$route", async (row) => {
		expect(await oddAddressesOf(app)(people.owner, row, ids)).toEqual([]);
	});
});

/** What answers everyone the same may be kept for as long as a cache likes to; everything else by nobody (P115). */
function cacheControlOf(template: string): string | null {
	return template === "/api/version" || template === "/api/plans" ? null : "private, no-store";
}
