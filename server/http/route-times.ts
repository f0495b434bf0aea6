import type { Request, RequestHandler } from "express";
import { createLabelledTimes, type Figures, histogram } from "#server/work/figures.ts";
import { arrivedAt } from "./few-at-once.ts";

/** In seconds; 0.25 and 1 are what a person notices. */
const UP_TO = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
/** What a request is counted under that no route took; the last one is the client's pages and files. */
const ELSEWHERE = ["/api", "/images", "/sandbox", "/v1", "/assets", ""];

export type RouteTimes = {
	/** Times the requests that pass through it. */
	measure: RequestHandler;
	figures: Figures;
};

/** How long answers take, by route: by its pattern and never by the path, so that there are only so many. */
export function createRouteTimes(): RouteTimes {
	const times = createLabelledTimes(UP_TO);
	return {
		measure: (req, res, next) => {
			const startedAt = arrivedAt(req);
			res.once("close", () => {
				// A client that went away before the whole answer was sent.
				const status = res.writableFinished ? String(res.statusCode) : "aborted";
				const method = METHODS.has(req.method) ? req.method : "other";
				times.observe({ method, route: routeOf(req), status }, (performance.now() - startedAt) / 1_000);
			});
			next();
		},
		figures: {
			part: "http",
			read: () => [
				histogram(
					"visualink_http_request_duration_seconds",
					"Time to answer a request of anything but /go, /healthz, /readyz and /metrics",
					times.samples(),
				),
			],
		},
	};
}

function routeOf(req: Request): string {
	const pattern: unknown = req.route?.path;
	if (typeof pattern === "string" && pattern !== "/") return pattern;
	const path = req.originalUrl.split("?", 1)[0] ?? "";
	const root = ELSEWHERE.find((each) => path === each || path.startsWith(`${each}/`)) ?? "";
	return `${root}/*`;
}
