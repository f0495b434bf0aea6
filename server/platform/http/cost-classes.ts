import { type RequestHandler, Router } from "express";
import { API, API_ROOT, API_ROUTES } from "#shared/platform/api-paths.ts";
import { concurrencyLimit, type LookUpAgain } from "./concurrency-limit.ts";
import type { LimitName, RateLimits } from "./rate-limits.ts";

type Method = "get" | "post" | "put" | "delete";
type CostClass = {
	/** What it is counted in, next to `reads` or `changes`; nothing if not given. */
	limit?: LimitName;
	/** How many of one account are answered at once; null: these wait for others outside, and keep nothing busy. */
	atOnce: number | null;
	/** Paths as routers take them; all methods where none is named. */
	routes: (string | `${Method} ${string}`)[];
};

/** What costs more, or other things, than a usual request. A request is of the first class that it fits. */
const CLASSES: CostClass[] = [
	// Both are asked while a person types.
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
	// Megabytes each, and a turn of the images' queue.
	{ atOnce: 2, routes: [`post ${API.links.image}`] },
	// Each streams for as long as its reader takes. They have `dataDownloads`, where their guards stand.
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
	// It is open for as long as its page is.
	{ atOnce: null, routes: [`get ${API.events}`] },
	// They fetch pages of strangers, which have limits of their own: 20 a minute of an account, and by host (P142, P202).
	{
		atOnce: null,
		routes: [API.links.prefill, API.links.picture, API_ROUTES.linkSelfTest].map((path) => `post ${path}`),
	},
];

/** None of these paths is the route that answers: `/metrics` would name it. */
const leave: RequestHandler = (req, _res, next) => {
	req.route = undefined;
	next("router");
};

/** The hint is asked while a person types, and changes nothing: it must not use up what their saves need. */
function unlessHint(changes: RequestHandler): RequestHandler {
	return (req, res, next) => (req.baseUrl + req.path === API.links.hint ? next() : changes(req, res, next));
}

/** Of the others: cheap reads, and changes. */
const USUAL_AT_ONCE = 8;

/**
 * Gives every request of the API that asks for a signed-in person its budget: how often in a minute or an hour, and how
 * many at once. It must come after the session's look-up.
 */
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
	// A plain function: who walks the app's routes must not take these for some.
	return (req, res, next) => router(req, res, next);
}
