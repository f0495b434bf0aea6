import type pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createAggregateRetention } from "./aggregate-retention.ts";

const HOUR_MS = 3_600_000;

afterEach(() => void vi.useRealTimers());

test("who was seen is looked for each hour, old quarters each day, and nothing after the stop", async () => {
	vi.useFakeTimers({ now: Date.parse("2026-11-22T23:30:00Z") });
	const query = vi.fn(async (..._: [statement: string, values: unknown[]]) => ({ rows: [], rowCount: 0 }));
	const asked = (what: string) =>
		query.mock.calls.filter(([statement]) => statement.startsWith(what)).map(([, [before]]) => before);
	const pool = { query } as unknown as pg.Pool;
	const retention = createAggregateRetention({ pool, now: () => new Date(), log: { error: vi.fn() } });
	retention.start();
	await vi.advanceTimersByTimeAsync(HOUR_MS);
	expect(asked("DELETE FROM link_visitors")).toEqual(["2026-11-20", "2026-11-21"]);
	expect(asked("DELETE FROM user_visitors")).toEqual(["2026-11-20", "2026-11-21"]);
	expect(asked("DELETE FROM link_candidates")).toEqual(["2026-11-20", "2026-11-21"]);
	expect(asked("DELETE FROM user_candidates")).toEqual(["2026-11-20", "2026-11-21"]);
	await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
	expect(asked("DELETE FROM user_visitors")).toHaveLength(26);
	expect(asked("UPDATE link_days")).toEqual(["2025-10-22", "2025-10-23"]);
	await retention.stop();
	query.mockClear();
	await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
	expect(query).not.toHaveBeenCalled();
});
