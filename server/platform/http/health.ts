import { Router } from "express";
import type pg from "pg";

export type Health = { router: Router; drain: () => void };

/** What keeps this process from selling, and whether it never could: a roll-out is to stop then. */
export type Problems = { found: string[]; sinceStart: boolean };

const NO_PROBLEMS: Problems = { found: [], sinceStart: false };

type Options = {
	pool: pg.Pool;
	/** What keeps this process from doing its work at all. */
	problems?: () => Problems;
	/** What is amiss without keeping it from its work: said in the body of a 200, too. */
	warnings?: () => string[];
	/** Whether this process runs the database itself, for no other. */
	isDatabaseOurs?: boolean;
	/** Outside parties replaced by a sandbox, listed in the body to prevent confusion with the real ones. */
	sandbox?: string[];
};

/**
 * `/healthz` answers while the event loop runs. `/readyz` is 503 only while the process drains, was never able to sell,
 * or restarts its own database. A later billing problem, or a shared database that is down, is only in the body: cached
 * links still work, and a balancer would take out every process at once (P147).
 */
export function createHealth(options: Options): Health {
	const { pool, problems = () => NO_PROBLEMS, warnings = () => [], isDatabaseOurs = false, sandbox = [] } = options;
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
	let asking: Promise<"up" | "down"> | null = null;
	/** Concurrent requests share one answer, so that frequent ones don't use up the database's connections. */
	function askDatabase(): Promise<"up" | "down"> {
		asking ??= pool
			.query("SELECT 1")
			.then(
				() => "up" as const,
				() => "down" as const,
			)
			.finally(() => {
				asking = null;
			});
		return asking;
	}
	router.get("/readyz", async (_req, res) => {
		const database = await askDatabase();
		const { found, sinceStart } = problems();
		const amiss = warnings();
		const status = statusOf({ isWaiting: isDatabaseOurs && database === "down", isMisconfigured: found.length > 0 });
		const isFit = status === "ready" || (status === "misconfigured" && !sinceStart);
		res.status(isFit ? 200 : 503).json({
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
