import { createHash, timingSafeEqual } from "node:crypto";
import { type Request, Router } from "express";
import type { Logger } from "pino";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { PartRegistry } from "#server/platform/work/part-registry.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";
import { AppError } from "./app-error.ts";

/** Timeout of one part's metrics, in milliseconds; Prometheus's own is ten seconds. */
const PATIENCE_MS = 1_000;

/** Node's gauges that are named `_total`, and what they sum. */
const UNCONVENTIONAL = ["resources", "handles", "requests"].flatMap((each) => [
	`nodejs_active_${each}`,
	`nodejs_active_${each}_total`,
]);

type Options = {
	token: string | null;
	metrics: () => PartRegistry[];
	log: Pick<Logger, "debug">;
};

/**
 * `GET /metrics` for Prometheus, without people or links. Parts that fail are omitted, and reported in
 * `visualink_scrape_part_up`.
 */
export function createMetrics({ token, metrics, log }: Options): Router {
	const registry = new Registry();
	if (token) {
		collectDefaultMetrics({ register: registry });
		for (const name of UNCONVENTIONAL) registry.removeSingleMetric(name);
	}

	const isUp = new Gauge({
		name: "visualink_scrape_part_up",
		help: "Whether this part could tell its metrics",
		labelNames: ["part"],
		registers: [registry],
	});

	async function read(metrics: PartRegistry): Promise<string | null> {
		const { part } = metrics;
		const text = await withTimeout(PATIENCE_MS, metrics.metrics(), () => null).catch((error: unknown) => {
			log.debug({ err: error, part }, "figures could not be read");
			return null;
		});
		isUp.set({ part }, text === null ? 0 : 1);
		return text;
	}

	const router = Router();
	router.get("/metrics", async (req, res) => {
		if (!token) throw new AppError("not_found", "Not found");
		if (!hasToken(req, token)) throw new AppError("unauthenticated", "Unauthorized");
		const parts = await Promise.all(metrics().map(read));
		const texts = [await registry.metrics(), ...parts].filter((text) => text !== null);
		res.type(registry.contentType).send(texts.join("\n"));
	});
	return router;
}

/** Compares digests in constant time, so that timing reveals nothing about the token. */
function hasToken(req: Request, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(req.get("Authorization") ?? ""), digest(`Bearer ${token}`));
}
