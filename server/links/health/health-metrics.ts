import { lte, sql } from "drizzle-orm";
import { Counter, Gauge } from "prom-client";
import type { Db } from "#server/platform/db/connect.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { targetHealth } from "#shared/links/health/target-health.table.ts";

/** Metrics of the checks of targets (P687): what waits is the same in every process, what was asked is this one's. */
export function healthMetrics({ db, now }: { db: Db; now: () => Date }) {
	const metrics = new PartRegistry("health", async () => {
		const [due] = await db
			.select({
				count: sql<string>`count(*)`,
				oldest: sql`min(${targetHealth.dueAt})`.mapWith(targetHealth.dueAt),
			})
			.from(targetHealth)
			.where(lte(targetHealth.dueAt, now()));
		waiting.set(Number(due?.count ?? 0));
		oldest.set(due?.oldest ? (now().getTime() - due.oldest.getTime()) / 1_000 : 0);
	});
	const registers = [metrics];
	const waiting = new Gauge({ name: "visualink_targets_due", help: "Targets that wait for their check", registers });
	const oldest = new Gauge({
		name: "visualink_targets_oldest_due_seconds",
		help: "For how long the oldest of them has waited; 0 without one",
		registers,
	});
	const checks = new Counter({
		name: "visualink_target_checks_total",
		help: "Checks of targets by what they found; gone and back also count where the link's state changed",
		labelNames: ["outcome"],
		registers,
	});
	return { metrics, counted: (outcome: string) => checks.inc({ outcome }) };
}
