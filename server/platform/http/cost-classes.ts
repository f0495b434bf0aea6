import { type RequestHandler, Router } from "express";
import { API, API_ROOT, API_ROUTES } from "#shared/platform/api-paths.ts";
import { concurrencyLimit, type LookUpAgain } from "./concurrency-limit.ts";
import type { LimitName, RateLimits } from "./rate-limits.ts";

type Method = "get" | "post" | "put" | "delete";
type CostClass = {
	limit?: LimitName;
	/** Concurrent requests per account; null: they wait on others and use no resources. */
	atOnce: number | null;
	routes: (string | `${Method} ${string}`)[];
};

/** Routes that cost more, or differently, than usual. The first match applies. */
const CLASSES: CostClass[] = [
	// Both are requested while typing.
	{ limit: "slugChecks", atOnce: 4, routes: [API_ROUTES.slugAvailability, `post ${API.links.hint}`] },
	{ limit: "charts", atOnce: 2, routes: ["/api/analytics", "/api/analytics/*rest"] },
	{
		limit: "lists",
		atOnce: 2,
		routes: [
			...[API.links.all, API.links.deleted, API.links.index, API.links.search].map((path) => `get ${path}`),
			`get ${API_ROUTES.linkRows}`,
			`get ${API_ROUTES.importRows}`,
		],
	},
	{ limit: "originals", atOnce: 4, routes: [`get ${API_ROUTES.imageOriginal}`] },
	// Each waits for name servers of the account's choice; adding a domain has it checked.
	{ limit: "domainChecks", atOnce: 2, routes: [API.domains.all, API_ROUTES.domainCheck].map((path) => `post ${path}`) },
	// Megabytes each, and the image queue.
	{ atOnce: 2, routes: [`post ${API.links.image}`] },
	// Each streams as long as its reader takes. Their `dataDownloads` limit is on their routes.
	{ atOnce: 2, routes: [`get ${API.links.csv}`, `get ${API.account.data}`] },
	{ limit: "importFiles", atOnce: 1, routes: [`post ${API.imports.all}`] },
	{
		limit: "billingReads",
		atOnce: null,
		routes: [API.subscriptions.active, API.subscriptions.details, API.subscriptions.preview].map(
			(path) => `get ${path}`,
		),
	},
	{
		limit: "billing",
		atOnce: null,
		routes: [
			...[API.subscriptions.checkout, `${API.subscriptions.checkout}/*rest`].map((path) => `post ${path}`),
			`put ${API.account.billingDetails}`,
			`delete ${API.account.all}`,
		],
	},
	// Open as long as its page.
	{ atOnce: null, routes: [`get ${API.events}`] },
	// They fetch foreign pages, with limits of their own: 20 per minute and account, and per host (P142, P202).
	{
		atOnce: null,
		routes: [API.links.prefill, API.links.picture, API_ROUTES.linkSelfTest, API_ROUTES.linkHealth].map(
			(path) => `post ${path}`,
		),
	},
];

/** These paths aren't the final routes: `/metrics` would name them. */
const leave: RequestHandler = (req, _res, next) => {
	req.route = undefined;
	next("router");
};

/** The hint is requested while typing and changes nothing: it must not use up the budget for saves. */
function unlessHint(changes: RequestHandler): RequestHandler {
	return (req, res, next) => (req.baseUrl + req.path === API.links.hint ? next() : changes(req, res, next));
}

const USUAL_AT_ONCE = 8;

/** Applies an API request's rate and concurrency limits. Must follow the session look-up. */
export function costClasses(limits: RateLimits, lookUpAgain: LookUpAgain): RequestHandler {
	const router = Router();
	router.use(API_ROOT, unlessHint(limits.changes), limits.reads);
	for (const { limit, atOnce: permits, routes } of CLASSES) {
		const budget = [
			...(limit ? [limits[limit]] : []),
			...(permits === null ? [] : [concurrencyLimit(permits, lookUpAgain)]),
		];
		for (const route of routes) {
			const [path = "", method] = route.split(" ").reverse();
			router[(method ?? "all") as Method | "all"](path, ...budget, leave);
		}
	}
	router.use(API_ROOT, concurrencyLimit(USUAL_AT_ONCE, lookUpAgain));
	// A plain function, so that tests walking the app's routes don't count these.
	return (req, res, next) => router(req, res, next);
}
