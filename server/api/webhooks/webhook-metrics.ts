import type pg from "pg";
import { Counter, Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { Outcome } from "./delivery-outcome.ts";
import type { Sent } from "./write-outcomes.ts";

const OUTCOMES = ["delivered", "retried", "failed", "busy", "unsent"] as const;

/** Endpoints that may be called; how long their first delivery has been due. */
const OLDEST = `SELECT coalesce(extract(epoch FROM now() - min(first.due_at)), 0)::float8 AS seconds
	FROM webhooks w JOIN users u ON u.id = w.user_id AND u.disabled_at IS NULL
		CROSS JOIN LATERAL (SELECT d.due_at FROM webhook_deliveries d
			WHERE d.webhook_id = w.id AND d.state = 'waiting' ORDER BY d.due_at LIMIT 1) AS first
	WHERE w.off_reason IS NULL AND (w.paused_until IS NULL OR w.paused_until < now())`;

/** What became of tries, and how late the latest delivery is. */
export function createWebhookMetrics(pool: pg.Pool) {
	const metrics = new PartRegistry("webhooks", async () => {
		const { rows } = await pool.query<{ seconds: number }>(OLDEST);
		oldest.set(Math.max(rows[0]?.seconds ?? 0, 0));
	});
	const tries = new Counter({
		name: "visualink_webhook_deliveries_total",
		help: "Tries to deliver an event to an endpoint, by what became of them",
		labelNames: ["outcome"],
		registers: [metrics],
	});
	const oldest = new Gauge({
		name: "visualink_webhook_oldest_due_seconds",
		help: "How long the oldest delivery that is due has been due",
		registers: [metrics],
	});
	for (const outcome of OUTCOMES) tries.inc({ outcome }, 0);
	const count = (sent: readonly Sent[]) => {
		for (const { outcome } of sent) tries.inc({ outcome: nameOf(outcome) });
	};
	return { metrics, count };
}

function nameOf({ state, isSuccess, status }: Outcome): (typeof OUTCOMES)[number] {
	if (state !== "waiting") return state;
	if (isSuccess === false) return "retried";
	return status === null ? "unsent" : "busy";
}
