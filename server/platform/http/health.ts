import { Router } from "express";
import type pg from "pg";

export type Health = { router: Router; drain: () => void };

/** What prevents this process from taking payments, and whether it ever could: if not, a roll-out should stop. */
export type Problems = { found: string[]; sinceStart: boolean };

const NO_PROBLEMS: Problems = { found: [], sinceStart: false };

type Options = {
	pool: pg.Pool;
	problems?: () => Problems;
	warnings?: () => string[];
	isDatabaseOurs?: boolean;
	/** Services replaced by a sandbox, listed in the body to avoid confusion. */
	sandbox?: string[];
};

/**
 * `/readyz` is 503 only for this process's own failures: with the shared database down, cached links work, and a
 * balancer would remove every process (P147).
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
	/** Concurrent requests share one answer, to spare the database's connections. */
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
