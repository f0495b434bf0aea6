import { asc } from "drizzle-orm";
import type { GoneLink } from "#server/links/health/changed-links.ts";
import { createHealthChecker } from "#server/links/health/health-checker.ts";
import { createHealthPlanner } from "#server/links/health/health-planner.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createOutbound, outboundLimits } from "#server/platform/outbound/outbound.ts";
import { healthRounds, targetHealth } from "#shared/links/health/target-health.table.ts";
import { startBehavingWeb } from "./behaving-web.ts";

const MINUTE_MS = 60_000;

/** The checks of targets over a made-up web, with a clock that the test moves. Its database has no other checks. */
export async function openHealthWorld(db: Db, begin: string) {
	let time = Date.parse(begin);
	const now = () => new Date(time);
	const web = await startBehavingWeb({ now });
	const gone: GoneLink[] = [];
	const outbound = createOutbound({
		wire: web.wire,
		publicOrigin: "https://visualink.example",
		ownOrigins: ["https://visualink.example"],
		limits: { ...outboundLimits(DEADLINES), totalMs: 500 },
		watchTime: () => ({ isLate: () => false, stop: () => {} }),
	});
	const options = {
		db,
		prober: outbound,
		now,
		onTargetGone: async (_tx: unknown, links: GoneLink[]) => void gone.push(...links),
	};
	const checkers = [createHealthChecker(options), createHealthChecker(options)];
	const planner = createHealthPlanner({ db, now, pageSize: 100 });
	const { signal } = new AbortController();

	/** Moves the clock to the next due target, at least one step, and has both processes check; links are read daily. */
	async function run(until: string | number, stepMs = 5 * MINUTE_MS): Promise<void> {
		const end = typeof until === "string" ? Date.parse(until) : until;
		let plannedAt = 0;
		await db.update(healthRounds).set({ begunAt: new Date(0) });
		while (time < end) {
			if (time - plannedAt >= 24 * 60 * MINUTE_MS) {
				while (await planner.planPage());
				plannedAt = time;
			}
			await Promise.all(checkers.map((checker) => checker.checkDue(signal)));
			const [next] = await db
				.select({ dueAt: targetHealth.dueAt })
				.from(targetHealth)
				.orderBy(asc(targetHealth.dueAt))
				.limit(1);
			time = Math.min(
				end,
				Math.max(time + stepMs, Math.min(next?.dueAt.getTime() ?? end, plannedAt + 24 * 60 * MINUTE_MS)),
			);
		}
	}

	return {
		web,
		gone,
		now,
		run,
		checker: checkers[0] as (typeof checkers)[number],
		planner,
		move: (ms: number) => {
			time += ms;
		},
		close: web.stop,
	};
}
