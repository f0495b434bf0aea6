import type { Browser } from "./browser.ts";
import { linkForm } from "./subscriber.ts";

/** Who asks: `owner` is on pro and owns the link that the paths name; `stranger` is on pro and does not. */
export const PEOPLE = ["visitor", "newcomer", "unsubscribed", "lapsed", "starter", "owner", "stranger"] as const;
/** One of them. */
export type Person = (typeof PEOPLE)[number];

type Row = {
	/** Statuses in the order of PEOPLE, or one for all. */
	statuses: number | readonly number[];
	path?: (ids: Ids) => string;
	body?: () => Record<string, unknown> | FormData;
};
/** Of the owner's link. */
export type Ids = { linkId: number; linkSlug: string };

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
export const ROUTES: Record<string, Row> = {
	"GET /healthz": { statuses: 200 },
	"GET /readyz": { statuses: 200 },
	"GET /metrics": { statuses: 404 },
	"GET /.well-known/security.txt": { statuses: 200 },
	"POST /mcp": { statuses: 401 },
	"ALL /mcp": { statuses: 405, path: () => "/mcp" },
	"GET /images/:name": { statuses: 404, path: () => "/images/none.jpg" },
	"GET /api/version": { statuses: 200 },
	"GET /api/plans": { statuses: 200 },
	"POST /api/stripe/webhook": { statuses: 400, body: () => ({ id: "evt_unsigned" }) },
	"ALL /api/stripe/webhook": { statuses: 405, path: () => "/api/stripe/webhook" },
	"GET /api/auth/user": { statuses: SIGNED_IN },
	"GET /api/auth/google/callback": { statuses: 302 },
	// Of those who have paid, it comes from an older tab.
	"POST /api/auth/onboarding": { statuses: [401, 204, 204, 409, 409, 409, 409], body: () => profile },
	"GET /api/account/data": { statuses: SIGNED_IN },
	"DELETE /api/account": { statuses: [401, 400, 400, 400, 400, 400, 400], body: () => ({ confirm: "somebody else" }) },
	"GET /api/subscriptions/active": { statuses: SIGNED_IN },
	"POST /api/subscriptions": {
		// A subscriber confirms the amount first.
		statuses: [401, 403, 200, 200, 409, 409, 409],
		body: () => ({ planId: "enterprise", isAnnual: true }),
	},
	"POST /api/subscriptions/cancel": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	// The lapsed subscription is a row written by hand: Stripe has none to reactivate.
	"POST /api/subscriptions/reactivate": { statuses: [401, 403, 404, 404, 200, 200, 200] },
	"GET /api/subscriptions/credit": { statuses: SIGNED_IN },
	"GET /api/subscriptions/details": { statuses: [401, 404, 404, 404, 200, 200, 200] },
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
	"GET /api/withdrawals": { statuses: SIGNED_IN },
	// Signed-out people may withdraw, too.
	"POST /api/withdrawals": {
		statuses: 201,
		body: () => ({ key: crypto.randomUUID().replaceAll("-", ""), name: "A", email: "a@example.com", contract: "Pro" }),
	},
	"GET /api/withdrawals/:number": { statuses: 404, path: () => `/api/withdrawals/${"a".repeat(20)}` },
	"GET /api/withdrawals/:number/file": { statuses: 404, path: () => `/api/withdrawals/${"a".repeat(20)}/file` },
	"GET /api/account/name": { statuses: SIGNED_IN },
	"GET /api/account/mail": { statuses: SIGNED_IN },
	"PUT /api/account/mail": { statuses: SIGNED_IN, body: () => ({ off: ["milestone"] }) },
	"ALL /email/unsubscribe/:token/:kind": { statuses: 404, path: () => "/email/unsubscribe/none/milestone" },
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
	"POST /api/links/hint": {
		statuses: [401, 403, 403, 403, 200, 200, 200],
		body: () => ({ title: "x", description: "x", targetUrl: "https://example.com/", customLinkSlug: "" }),
	},
	// The door refuses an address of our own before it asks anyone.
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
	// A link of nobody's: no test asks a website.
	"POST /api/links/:id/health": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/links/999999999/health",
	},
	"PUT /api/links/:id/health": {
		statuses: OWN_LINK,
		path: ({ linkId }) => `/api/links/${linkId}/health`,
		body: () => ({ isOff: true }),
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
	"GET /api/keys": { statuses: SIGNED_IN },
	"POST /api/keys": {
		statuses: [401, 403, 403, 403, 403, 201, 201],
		body: () => ({ name: "Zapier", scopes: ["links:read"] }),
	},
	"DELETE /api/keys/:id": { statuses: [401, 404, 404, 404, 404, 404, 404], path: () => "/api/keys/999999" },
	"GET /api/webhooks": { statuses: SIGNED_IN },
	"POST /api/webhooks": {
		statuses: [401, 403, 403, 403, 403, 201, 201],
		body: () => ({ url: "https://example.com/", events: ["stats.day"] }),
	},
	"PATCH /api/webhooks/:id": {
		statuses: [401, 403, 403, 403, 403, 404, 404],
		path: () => "/api/webhooks/999999",
		body: () => ({ isEnabled: false }),
	},
	"DELETE /api/webhooks/:id": { statuses: [401, 404, 404, 404, 404, 404, 404], path: () => "/api/webhooks/999999" },
	"POST /api/webhooks/:id/secret": {
		statuses: [401, 403, 403, 403, 403, 404, 404],
		path: () => "/api/webhooks/999999/secret",
	},
	"POST /api/webhooks/:id/test": {
		statuses: [401, 403, 403, 403, 403, 404, 404],
		path: () => "/api/webhooks/999999/test",
	},
	"GET /api/webhooks/:id/deliveries": {
		statuses: [401, 404, 404, 404, 404, 404, 404],
		path: () => "/api/webhooks/999999/deliveries",
	},
	"GET /api/webhooks/:id/deliveries/:deliveryId": {
		statuses: [401, 404, 404, 404, 404, 404, 404],
		path: () => "/api/webhooks/999999/deliveries/1",
	},
	"POST /api/webhooks/:id/deliveries/:deliveryId/again": {
		statuses: [401, 403, 403, 403, 403, 404, 404],
		path: () => "/api/webhooks/999999/deliveries/1/again",
	},
	"GET /api/domains": { statuses: SIGNED_IN },
	// A starter has no plan for it.
	"POST /api/domains": { statuses: [401, 403, 403, 403, 403, 400, 400], body: () => ({ host: "no domain" }) },
	"PUT /api/domains/:id": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/domains/999999",
		body: () => ({}),
	},
	"POST /api/domains/:id/check": {
		statuses: [401, 403, 403, 403, 404, 404, 404],
		path: () => "/api/domains/999999/check",
	},
	"DELETE /api/domains/:id": { statuses: [401, 404, 404, 404, 404, 404, 404], path: () => "/api/domains/999999" },
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
	"GET /api/open/:userSlug/:linkSlug": { statuses: 302, path: ({ linkSlug }) => `/api/open/ada/${linkSlug}` },
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
		path: ({ linkId }) => `/api/analytics/links/${linkId}?dimension=source&value=x`,
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

/** A row with its route. */
export type RouteRow = Row & { route: string; method: string; template: string };

/** All of them, with their method and path. */
export const rows: RouteRow[] = Object.entries(ROUTES).map(([route, row]) => ({ route, ...row, ...split(route) }));

function split(route: string): { method: string; template: string } {
	const [method = "", template = ""] = route.split(" ");
	return { method, template };
}

/** Sends a request of that method. */
export function send(
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
		case "PATCH":
			return browser.patch(path, body, { headers });
		case "DELETE":
			return browser.delete(path, body, { headers });
		default:
			return browser.get(path, { headers });
	}
}
