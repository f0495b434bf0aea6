import type pg from "pg";
import type { Logger } from "pino";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";

/** With a larger difference, sessions, Stripe's signatures and monthly quotas break. */
const APART_MS = 60_000;

type Options = { pool: Pick<pg.Pool, "query">; now: () => Date; log: Logger };

/** Compares this machine's clock with the database's at start and hourly, and alerts while they differ. */
export function createClockCheck({ pool, now, log }: Options): Repeated {
	return repeat({
		everyMs: HOUR_MS,
		async work() {
			const before = now().getTime();
			const { rows } = await pool.query<{ at: Date }>("SELECT clock_timestamp() AS at");
			const after = now().getTime();
			const database = rows[0]?.at.getTime() ?? before;
			// The database read its clock at some moment between the two.
			const apartMs = database < before ? database - before : Math.max(0, database - after);
			if (Math.abs(apartMs) > APART_MS) alert(apartMs);
			return undefined;
		},
		failed: (error) => log.debug({ err: error }, "the clock could not be compared with the database's; it will be"),
	});

	function alert(apartMs: number): void {
		const seconds = Math.round(Math.abs(apartMs) / 1_000);
		log.error(
			{ alert: "clock", seconds },
			`this machine's clock is ${seconds} s ${apartMs > 0 ? "behind" : "ahead of"} the database's: check NTP on both`,
		);
	}
}
