import { Router } from "express";
import type pg from "pg";

export type Health = { router: Router; drain: () => void };

type Options = {
	pool: pg.Pool;
	/** What keeps this process from doing its work at all; empty when nothing does. */
	problems?: () => string[];
	/** What is amiss without keeping it from its work: said in the body of a 200, too. */
	warnings?: () => string[];
	/** Whether this process runs the database itself, for no other. */
	isDatabaseOurs?: boolean;
	/** Outside parties that a sandbox stands in for; said in the body, so that nobody takes it for the real thing. */
	sandbox?: string[];
};

/**
 * `/healthz` answers while the process turns. `/readyz` is 503 only while it drains, could not sell anything, or starts
 * its own database again. A database that several processes share is told of in the body alone: with it away they all
 * still serve cached links, and a balancer that believed a 503 would take every one of them out.
 */
export function createHealth(options: Options): Health {
	const { pool, problems = () => [], warnings = () => [], isDatabaseOurs = false, sandbox = [] } = options;
	let isDraining = false;

	function statusOf({ isWaiting, isMisconfigured }: { isWaiting: boolean; isMisconfigured: boolean }): string {
		if (isDraining) return "draining";
		if (isWaiting) return "database_away";
		return isMisconfigured ? "misconfigured" : "ready";
	}

	const router = Router();
	router.get("/healthz", (_req, res) => {
		res.json({ status: "ok" });
	});
	router.get("/readyz", async (_req, res) => {
		const database = await pool.query("SELECT 1").then(
			() => "up",
			() => "down",
		);
		const found = problems();
		const amiss = warnings();
		const status = statusOf({ isWaiting: isDatabaseOurs && database === "down", isMisconfigured: found.length > 0 });
		res.status(status === "ready" ? 200 : 503).json({
			status,
			database,
			...(sandbox.length > 0 && { sandbox }),
			...(found.length > 0 && { problems: found }),
			...(amiss.length > 0 && { warnings: amiss }),
		});
	});
	return {
		router,
		drain: () => {
			isDraining = true;
		},
	};
}
