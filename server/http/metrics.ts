import { createHash, timingSafeEqual } from "node:crypto";
import { type Request, Router } from "express";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import { exposition, type Figure, type Figures, gauge } from "#server/work/figures.ts";
import { withTimeout } from "#server/work/with-timeout.ts";
import { AppError } from "./app-error.ts";

/** Timeout for collecting one part's metrics, in milliseconds; Prometheus's own is ten seconds. */
const PATIENCE_MS = 1_000;

/** Gauges of Node's that are called `_total`, and what they add up. */
const UNCONVENTIONAL = ["resources", "handles", "requests"].flatMap((each) => [
	`nodejs_active_${each}`,
	`nodejs_active_${each}_total`,
]);

type Options = {
	/** Anyone who asks must send it as a bearer token; null: there is no such page. */
	token: string | null;
	/** Metrics besides the process's own, collected on each scrape. */
	figures: () => Figures[];
	log: Pick<Logger, "debug">;
};

/**
 * `GET /metrics` in Prometheus' text format: the figures of the process and of each part of the service. Nothing in
 * them names a person or a link. A part that can't be read, such as one that asks a database that is away, is left out,
 * and said to be in `visualink_scrape_part_up`.
 */
export function createMetrics({ token, figures, log }: Options): Router {
	const registry = new Registry();
	if (token) {
		collectDefaultMetrics({ register: registry });
		for (const name of UNCONVENTIONAL) registry.removeSingleMetric(name);
	}

	async function read({ part, read: collect }: Figures): Promise<{ part: string; found: Figure[] | null }> {
		const found = await withTimeout(PATIENCE_MS, (async () => collect())(), () => null).catch((error: unknown) => {
			log.debug({ err: error, part }, "figures could not be read");
			return null;
		});
		return { part, found };
	}

	const router = Router();
	router.get("/metrics", async (req, res) => {
		if (!token) throw new AppError("not_found", "Not found");
		if (!hasToken(req, token)) throw new AppError("unauthenticated", "Unauthorized");
		const parts = await Promise.all(figures().map(read));
		const isRead = Object.fromEntries(parts.map(({ part, found }) => [part, found ? 1 : 0]));
		const all = [
			...parts.flatMap(({ found }) => found ?? []),
			gauge("visualink_scrape_part_up", "Whether this part could tell its metrics", { label: "part", values: isRead }),
		];
		res.type(registry.contentType).send(`${await registry.metrics()}\n${exposition(all)}`);
	});
	return router;
}

/** Compares digests in constant time, so that timing reveals nothing of the token. */
function hasToken(req: Request, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(req.get("Authorization") ?? ""), digest(`Bearer ${token}`));
}
