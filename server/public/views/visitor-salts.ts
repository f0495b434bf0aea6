import { hash, randomBytes } from "node:crypto";
import type pg from "pg";
import type { Logger } from "pino";
import { codeOf } from "#server/platform/work/error-code.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { DAY_MS, HOUR_MS } from "#shared/platform/days.ts";
import type { ArrivedView } from "./counted-view.ts";

const EVERY_MS = HOUR_MS / 4;
const RETRY_MS = 5_000;
/** Salts are created this early, so that every process has one in time. */
const AHEAD_MS = HOUR_MS;
/** A long reader of the table, such as a backup, prevents rewriting it. */
const IN_USE_MS = 60_000;
/** Lock timeout, because other processes queue behind it. */
const LOCK_MS = 400;
const LOCK_NOT_AVAILABLE = "55P03";

export type Visitors = Repeated & {
	/**
	 * A visitor's hash within a UTC day (P140), which differs on other days. Takes 0.8 microseconds.
	 * @returns a signed 64-bit number as text; null without a salt or address
	 */
	visitorOf(view: Pick<ArrivedView, "at" | "address" | "userAgent">): string | null;
};

/** Keeps the days' salts in memory, shared by processes through the database, and deletes old ones. */
export function createVisitors({ pool, now, log }: { pool: pg.Pool; now: () => Date; log: Logger }): Visitors {
	let salts = new Map<number, string>();

	async function renew(): Promise<number | undefined> {
		const at = now().getTime();
		const today = dayOf(at);
		const wanted = [...new Set([today, dayOf(at + AHEAD_MS)])];
		// Also deletes what would expire before the next run, so that none outlives its 48 hours.
		const oldestDay = dayOf(at + EVERY_MS) - 1;
		const oldest = dateOf(oldestDay);
		// From memory first: the database may be down for days.
		for (const day of salts.keys()) if (day < oldestDay) salts.delete(day);
		// The first process decides.
		await pool.query(
			`INSERT INTO visitor_salts (day, salt) SELECT * FROM unnest($1::date[], $2::text[]) ORDER BY 1
			ON CONFLICT DO NOTHING`,
			[wanted.map(dateOf), wanted.map(() => randomBytes(32).toString("hex"))],
		);
		const { rows } = await pool.query<{ day: string; salt: string }>("SELECT day::text, salt FROM visitor_salts");
		const kept = rows.filter(({ day }) => day >= oldest);
		salts = new Map(kept.map(({ day, salt }) => [dayOf(Date.parse(day)), salt]));
		if (kept.length === rows.length || (await forgetBefore(oldest))) return undefined;
		return IN_USE_MS;
	}

	/** Rewrites the table, because deleted rows stay readable in its file. @returns false while it is being read */
	async function forgetBefore(day: string): Promise<boolean> {
		const forget = `DO $$
			DECLARE kept visitor_salts[];
			BEGIN
				SET LOCAL lock_timeout = ${LOCK_MS};
				LOCK TABLE visitor_salts IN ACCESS EXCLUSIVE MODE;
				SELECT array_agg(salts) INTO kept FROM visitor_salts AS salts WHERE day >= '${day}';
				TRUNCATE visitor_salts;
				INSERT INTO visitor_salts SELECT * FROM unnest(kept);
			END $$`;
		try {
			await pool.query(forget);
			return true;
		} catch (error) {
			if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
			log.info("the table of visitors' salts is in use, as by a backup; old salts go in a minute");
			return false;
		}
	}

	return {
		...repeat({
			work: renew,
			everyMs: EVERY_MS,
			retryMs: RETRY_MS,
			failed: (error) => log.warn({ err: error }, "the salt of visitors could not be read; it will be tried again"),
		}),
		visitorOf({ at, address, userAgent }) {
			const salt = salts.get(dayOf(at));
			if (salt === undefined || address === undefined) return null;
			// Storing only part of the digest prevents length extension.
			const digest = hash("sha256", `${salt} ${address} ${userAgent}`);
			return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString();
		},
	};
}

function dayOf(at: number): number {
	return Math.floor(at / DAY_MS);
}

function dateOf(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
