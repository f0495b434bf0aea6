import { Router } from "express";
import type pg from "pg";

export type Health = { router: Router; drain: () => void };

/**
 * `/healthz` answers while the process turns. `/readyz` is 503 only while it drains: with the database away this
 * process still serves cached links, so the database's state stands in the body alone.
 */
export function createHealth({ pool }: { pool: pg.Pool }): Health {
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
		res.status(isDraining ? 503 : 200).json({ status: isDraining ? "draining" : "ready", database });
	});
	return {
		router,
		drain: () => {
			isDraining = true;
		},
	};
}
