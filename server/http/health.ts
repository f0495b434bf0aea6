import { Router } from "express";
import type pg from "pg";

export type Health = { router: Router; drain: () => void };

type Options = {
	pool: pg.Pool;
	/** What keeps this process from doing its work at all; empty when nothing does. */
	problems?: () => string[];
};

/**
 * `/healthz` answers while the process turns. `/readyz` is 503 only while it drains or could not sell anything: with
 * the database away this process still serves cached links, so the database's state stands in the body alone.
 */
export function createHealth({ pool, problems = () => [] }: Options): Health {
	let isDraining = false;
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
		const status = isDraining ? "draining" : found.length > 0 ? "misconfigured" : "ready";
		res.status(status === "ready" ? 200 : 503).json({ status, database, ...(found.length > 0 && { problems: found }) });
	});
	return {
		router,
		drain: () => {
			isDraining = true;
		},
	};
}
