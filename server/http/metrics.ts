import { createHash, timingSafeEqual } from "node:crypto";
import { type Request, type RequestHandler, Router } from "express";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "./app-error.ts";

export type Metrics = {
	/** Times the requests that pass through it. */
	measure: RequestHandler;
	/** `GET /metrics` in Prometheus' text format. */
	router: Router;
};

type Options = {
	/** Whoever asks must send it as a bearer token; null: there is no such page. */
	token: string | null;
	/** Counts since the start, by name; read when somebody asks. */
	views: Record<string, number>;
};

/** The process's own figures, the API's times, and what became of the views. Nothing in them names a person. */
export function createMetrics({ token, views }: Options): Metrics {
	const registry = new Registry();
	if (token) collectDefaultMetrics({ register: registry });
	const seconds = new Histogram({
		name: "visualink_http_seconds",
		help: "Time to answer requests of the API, in seconds",
		labelNames: ["method", "status"],
		buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
		registers: [registry],
	});
	new Gauge({
		name: "visualink_views",
		help: "Views since the start, by what became of them",
		labelNames: ["outcome"],
		registers: [registry],
		collect() {
			for (const [outcome, count] of Object.entries(views)) this.set({ outcome }, count);
		},
	});

	const router = Router();
	router.get("/metrics", async (req, res) => {
		if (!token) throw new AppError("not_found", "Not found");
		if (!hasToken(req, token)) throw new AppError("unauthenticated", "Unauthorized");
		res.type(registry.contentType).send(await registry.metrics());
	});
	return {
		measure: (req, res, next) => {
			const stop = seconds.startTimer({ method: req.method });
			res.once("finish", () => stop({ status: res.statusCode }));
			next();
		},
		router,
	};
}

/** Compares digests, so that the time it takes tells nothing of the token. */
function hasToken(req: Request, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(req.get("Authorization") ?? ""), digest(`Bearer ${token}`));
}
