import type { Request, RequestHandler } from "express";
import { Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { arrivedAt } from "./request-queue.ts";

/** In seconds; 0.25 and 1 are noticeable to people. */
const UP_TO = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
/** Labels of requests that matched no route; the last is for the client's pages and files. */
const ELSEWHERE = ["/api/v1", "/api", "/images", "/sandbox", "/v1", "/assets", ""];

export type RouteTimes = {
	measure: RequestHandler;
	/** Starts the next interval; returns the last one's routes in progress, oldest first. */
	sinceLastAsked: () => () => string[];
	metrics: PartRegistry;
};

/** Response times by route pattern, never by path, to bound the number of labels. */
export function createRouteTimes(): RouteTimes {
	const metrics = new PartRegistry("http");
	const times = new Histogram({
		name: "visualink_http_request_duration_seconds",
		help: "Time to answer a request of anything but /go, /healthz, /readyz and /metrics",
		labelNames: ["method", "route", "status"],
		buckets: UP_TO,
		registers: [metrics],
	});
	const underWay = new Set<Request>();
	let ended: Request[] = [];
	return {
		sinceLastAsked() {
			const before = ended;
			ended = [];
			return () =>
				[...before, ...underWay].filter((req) => !isStream(req)).map((req) => `${methodOf(req)} ${routeOf(req)}`);
		},
		measure: (req, res, next) => {
			const startedAt = arrivedAt(req);
			underWay.add(req);
			res.once("close", () => {
				underWay.delete(req);
				if (isStream(req)) return;
				ended.push(req);
				// The client disconnected before the whole answer was sent.
				const status = res.writableFinished ? String(res.statusCode) : "aborted";
				times.observe({ method: methodOf(req), route: routeOf(req), status }, (performance.now() - startedAt) / 1_000);
			});
			next();
		},
		metrics,
	};
}

/** An event stream stays open as long as its page, so it isn't timed. */
function isStream({ res }: Request): boolean {
	return res?.getHeader("Content-Type") === "text/event-stream";
}

function methodOf({ method }: Request): string {
	return METHODS.has(method) ? method : "other";
}

function routeOf(req: Request): string {
	const pattern: unknown = req.route?.path;
	if (typeof pattern === "string" && pattern !== "/") return pattern;
	const path = req.originalUrl.split("?", 1)[0] ?? "";
	const root = ELSEWHERE.find((each) => path === each || path.startsWith(`${each}/`)) ?? "";
	return `${root}/*`;
}
