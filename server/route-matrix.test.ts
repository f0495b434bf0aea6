import { beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "./testing/app/browser.ts";
import { oddPaths, oddQueries, USUAL, watchQueries } from "./testing/app/odd-addresses.ts";
import { routesOf } from "./testing/app/routes.ts";
import { createLink, linkForm, subscriber } from "./testing/app/subscriber.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";

/** Who asks: `owner` is on pro and owns the link that the paths name; `stranger` is on pro and does not. */
const PEOPLE = ["visitor", "newcomer", "unsubscribed", "lapsed", "starter", "owner", "stranger"] as const;
type Person = (typeof PEOPLE)[number];

type Row = {
	/** Statuses in the order of PEOPLE, or one for all. */
	statuses: number | readonly number[];
	path?: (ids: Ids) => string;
	body?: () => Record<string, unknown> | FormData;
};
type Ids = { linkId: number; linkSlug: string };

const SIGNED_IN = [401, 200, 200, 200, 200, 200, 200];
/** Needs a valid subscription, and answers the owner's link to its owner alone. */
const OWN_LINK = [401, 403, 403, 403, 404, 200, 404];
const profile = {
	email: "a@example.com",
	fullName: "A",
	businessCountry: "PT",
	termsAccepted: true,
	privacyAccepted: true,
};

/** Every route of the app. A route without a row here fails the first test. */
const ROUTES: Record<string, Row> = {
	"GET /healthz": { statuses: 200 },
	"GET /readyz": { statuses: 200 },
	"GET /metrics": { statuses: 404 },
	"GET /.well-known/security.txt": { statuses: 200 },
	"GET /images/:name": { statuses: 404, path: () => "/images/none.jpg" },
	"GET /api/version": { statuses: 200 },
	"GET /api/plans": { statuses: 200 },
	"POST /api/stripe/webhook": { statuses: 400, body: () => ({ id: "evt_unsigned" }) },
	"ALL /api/stripe/webhook": { statuses: 405, path: () => "/api/stripe/webhook" },
	"GET /api/auth/user": { statuses: SIGNED_IN },
	"GET /api/auth/google/callback": { statuses: 302 },
	"POST /api/auth/onboarding": { statuses: [401, 204, 204, 204, 204, 204, 204], body: () => profile },
	"GET /api/account/data": { statuses: SIGNED_IN },
	"DELETE /api/account": { statuses: [401, 400, 400, 400, 400, 400, 400], body: () => ({ confirm: "somebody else" }) },
	"GET /api/subscriptions/active": { statuses: SIGNED_IN },
	"POST /api/subscriptions": {
		statuses: [401, 403, 200, 200, 200, 200, 200],
		body: () => ({ planId: "enterprise", isAnnual: true }),
	},
	"POST /api/subscriptions/cancel": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	// The lapsed subscription is a row written by hand: Stripe has none to reactivate.
	"POST /api/subscriptions/reactivate": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	"GET /api/subscriptions/details": { statuses: [401, 404, 404, 404, 200, 200, 200] },
	"GET /api/subscriptions/settled": { statuses: SIGNED_IN },
	"GET /api/subscriptions/preview": {
		statuses: [401, 404, 404, 404, 200, 200, 200],
		path: () => "/api/subscriptions/preview?planId=enterprise&isAnnual=true",
	},
	"POST /api/subscriptions/keep-plan": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	// Anyone who has been to the checkout has invoices, or will have.
	"POST /api/subscriptions/portal": { statuses: [401, 403, 200, 200, 200, 200, 200] },
	"POST /api/subscriptions/card-page": { statuses: [401, 403, 200, 200, 200, 200, 200] },
	"POST /api/subscriptions/payment-page": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	"POST /api/subscriptions/also-paying/cancel": { statuses: [401, 403, 404, 404, 404, 404, 404] },
	"GET /api/subscriptions/left": { statuses: 303 },
	"GET /api/account/name": { statuses: SIGNED_IN },
	"PUT /api/account/name": {
		statuses: [401, 403, 403, 403, 400, 400, 400],
		body: () => ({ name: "no name" }),
	},
	"GET /api/account/billing-details": { statuses: SIGNED_IN },
	"PUT /api/account/billing-details": {
		statuses: [401, 403, 200, 200, 200, 200, 200],
		body: () => ({ fullName: "A", businessCountry: "PT" }),
	},
	"GET /api/links": { statuses: SIGNED_IN },
	"GET /api/links/deleted": { statuses: SIGNED_IN },
	"GET /api/links/monthly-usage": { statuses: SIGNED_IN },
	"GET /api/links/check-slug-availability": {
		statuses: [401, 403, 403, 403, 403, 200, 200],
		path: () => "/api/links/check-slug-availability?slug=free",
	},
	"POST /api/links": { statuses: [401, 403, 403, 403, 201, 201, 201], body: () => linkForm() },
	// The door refuses an address of our own before it asks anyone.
	"POST /api/links/hint": {
		statuses: [401, 403, 403, 403, 200, 200, 200],
		body: () => ({ title: "x", description: "x", targetUrl: "https://example.com/", customLinkSlug: "" }),
	},
	"POST /api/links/prefill": {
		statuses: [401, 403, 403, 403, 400, 400, 400],
		body: () => ({ url: "http://localhost/" }),
	},
	"POST /api/links/picture": {
		statuses: [401, 403, 403, 403, 400, 400, 400],
		body: () => ({ url: "http://localhost/a.png" }),
	},
	"POST /api/links/image": { statuses: [401, 403, 403, 403, 400, 400, 400], body: () => new FormData() },
	"GET /api/links/originals/:name": {
		statuses: [401, 404, 404, 404, 404, 404, 404],
		path: () => `/api/links/originals/${"0".repeat(64)}.jpg`,
	},
	"GET /api/links/index": { statuses: SIGNED_IN },
	"GET /api/links/search": { statuses: SIGNED_IN },
	"GET /api/links/rows": { statuses: SIGNED_IN, path: ({ linkId }) => `/api/links/rows?ids=${linkId}` },
	"POST /api/links/changes": {
		statuses: [401, 403, 403, 403, 200, 200, 200],
		body: () => ({ change: "archive", ids: [1] }),
	},
	"POST /api/links/:id/duplicate": {
		statuses: [401, 403, 403, 403, 404, 201, 404],
		path: ({ linkId }) => `/api/links/${linkId}/duplicate`,
	},
	"PUT /api/links/tags/:tag": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/links/tags/none",
		body: () => ({ name: "some" }),
	},
	"DELETE /api/links/tags/:tag": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/links/tags/none",
	},
	"GET /api/links/utm-templates": { statuses: SIGNED_IN },
	"POST /api/links/utm-templates": {
		statuses: [401, 403, 403, 403, 200, 200, 200],
		body: () => ({ name: "Mail", source: "news", medium: "", campaign: "", term: "", content: "" }),
	},
	"DELETE /api/links/utm-templates/:id": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/links/utm-templates/999999",
	},
	"GET /api/links/csv": { statuses: [401, 200, 200, 200, 403, 200, 200] },
	"GET /api/imports": { statuses: SIGNED_IN },
	"POST /api/imports": { statuses: [401, 403, 403, 403, 403, 415, 415], body: () => ({}) },
	"GET /api/imports/:id/rows": {
		statuses: [401, 404, 404, 404, 404, 404, 404],
		path: () => "/api/imports/none/rows",
	},
	"POST /api/imports/:id/start": {
		statuses: [401, 403, 403, 403, 403, 404, 404],
		path: () => "/api/imports/none/start",
		body: () => ({}),
	},
	"POST /api/imports/:id/stop": {
		statuses: [401, 404, 404, 404, 404, 404, 404],
		path: () => "/api/imports/none/stop",
	},
	"GET /api/links/by-slug/:linkSlug": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkSlug }) => `/api/links/by-slug/${linkSlug}`,
	},
	"PUT /api/links/by-slug/:linkSlug": {
		statuses: OWN_LINK,
		path: ({ linkSlug }) => `/api/links/by-slug/${linkSlug}`,
		body: () => linkForm(),
	},
	"GET /api/deliveries": { statuses: SIGNED_IN },
	"GET /api/events": { statuses: SIGNED_IN },
	"POST /api/links/:id/self-test": {
		statuses: [401, 403, 403, 403, 404, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/self-test`,
	},
	"GET /api/links/:id/aliases": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/aliases`,
	},
	"DELETE /api/links/:id/aliases/:slug": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: ({ linkId }) => `/api/links/${linkId}/aliases/none`,
	},
	"POST /api/links/:id/review": {
		statuses: [401, 404, 404, 404, 404, 409, 404],
		path: ({ linkId }) => `/api/links/${linkId}/review`,
	},
	"GET /api/links/:id/cards": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/cards`,
	},
	"PUT /api/links/:id/cards/:target": {
		statuses: [401, 403, 403, 403, 403, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/cards/x`,
		body: () => linkForm(),
	},
	"DELETE /api/links/:id/cards/:target": {
		statuses: [401, 403, 403, 403, 404, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/cards/x`,
	},
	"GET /api/links/:id/deliveries": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/links/${linkId}/deliveries`,
	},
	"GET /api/stats/views": { statuses: SIGNED_IN },
	"GET /api/stats/links/:id/views": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/stats/links/${linkId}/views`,
	},
	"GET /api/analytics": { statuses: SIGNED_IN },
	"GET /api/analytics/tags": { statuses: SIGNED_IN },
	"GET /api/analytics/links/:id": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/analytics/links/${linkId}?dimension=source`,
	},
	"GET /api/analytics/links/:id/public": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/analytics/links/${linkId}/public`,
	},
	// The owner is on pro: who looks for a foreign link hears that first.
	"PUT /api/analytics/links/:id/public": {
		statuses: [401, 403, 403, 403, 404, 403, 404],
		path: ({ linkId }) => `/api/analytics/links/${linkId}/public`,
	},
	"DELETE /api/analytics/links/:id/public": {
		statuses: [401, 404, 404, 404, 404, 200, 404],
		path: ({ linkId }) => `/api/analytics/links/${linkId}/public`,
	},
	"GET /api/public-stats": { statuses: 404, path: () => `/api/public-stats?address=${"a".repeat(24)}` },
	"GET /stats/:address": { statuses: 404, path: () => `/stats/${"a".repeat(24)}` },
	"DELETE /api/links/:id": {
		statuses: [401, 403, 403, 403, 404, 204, 404],
		path: ({ linkId }) => `/api/links/${linkId}`,
	},
	"GET /api/auth/google": { statuses: 302 },
	"GET /api/auth/logout": { statuses: 302 },
};

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

/** A changing request must not have changed anything for the person after it, so onboarding comes last for newcomers. */
const rows = Object.entries(ROUTES).map(([route, row]) => ({ route, ...row, ...split(route) }));
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
	"GET /api/account/data": "dataDownloads",
	"GET /api/links/csv": "dataDownloads",
	...ofAll("billingReads", [
		"/api/subscriptions/active",
		"/api/subscriptions/details",
		"/api/subscriptions/settled",
		"/api/subscriptions/preview",
		"/api/subscriptions/left",
	]),
	"PUT /api/account/billing-details": "billing",
	"DELETE /api/account": "billing",
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
	"GET /images/:name": "platforms fetch pictures from few addresses",
	"GET /api/version": "a constant",
	"GET /api/plans": "a constant",
	"POST /api/stripe/webhook": "an event that is refused comes late",
	"ALL /api/stripe/webhook": "a constant",
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

it.each(changes.filter(({ body }) => body))("$route of another type: 415 (C10)", async ({ method, template, path }) => {
	const link = await createLink(people.owner);
	const headers = { "content-type": "text/plain" };
	expect(
		(await send(people.owner, method, path?.({ ...ids, ...link, linkId: link.id }) ?? template, {}, headers)).status,
	).toBe(415);
});

/** Of sign-in Google's library reads what it likes, and after the sign-out nobody is signed in. */
const addressed = rows.filter(
	({ method, template }) =>
		/^\/api\/(?!auth\/(?:google|logout))/.test(template) && (method === "GET" || template.includes(":")),
);
describe("whatever stands in an address, no answer is a 5xx", () => {
	let namesRead: () => string[];
	beforeAll(async () => {
		namesRead = watchQueries(app.express);
		const link = await createLink(people.owner);
		ids = { linkId: link.id, linkSlug: link.linkSlug };
	});

	it.each(addressed)("$route", async ({ method, template, path, body }) => {
		const statusOf = async (address: string) => {
			const answer = await send(people.owner, method, address, body?.());
			// A stream of events has no end.
			if (answer.headers.get("content-type") === "text/event-stream") await answer.body?.cancel();
			else await answer.arrayBuffer();
			return answer.status;
		};
		const odd = oddPaths(template, { ...ids, id: ids.linkId });
		if (method === "GET") {
			const { pathname, searchParams } = new URL(path?.(ids) ?? template, app.origin);
			const usual = { ...USUAL, ...Object.fromEntries(searchParams) };
			namesRead();
			expect(await statusOf(`${pathname}?${new URLSearchParams(usual)}`), "of what is usual").not.toBe(400);
			const names = namesRead();
			expect(Object.keys(usual), "a usual value for each name that is read").toEqual(expect.arrayContaining(names));
			odd.push(...names.flatMap((name) => oddQueries(name, usual).map((query) => `${pathname}?${query}`)));
		}
		const failed: string[] = [];
		// One after the other: of many at once some are refused for being many.
		for (const address of odd) {
			const status = await statusOf(address);
			if (status >= 500) failed.push(`${status} ${address.slice(0, 200)}`);
		}
		expect(failed).toEqual([]);
	});
});

/** What answers everyone the same may be kept for as long as a cache likes to; everything else by nobody (P115). */
function cacheControlOf(template: string): string | null {
	return template === "/api/version" || template === "/api/plans" ? null : "private, no-store";
}

function split(route: string): { method: string; template: string } {
	const [method = "", template = ""] = route.split(" ");
	return { method, template };
}

function send(
	browser: Browser,
	method: string,
	path: string,
	body?: Record<string, unknown> | FormData,
	headers: Record<string, string> = {},
): Promise<Response> {
	switch (method) {
		case "POST":
			return browser.post(path, body, { headers });
		case "PUT":
			return browser.put(path, body, { headers });
		case "DELETE":
			return browser.delete(path, body, { headers });
		default:
			return browser.get(path, { headers });
	}
}
