import type pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClockCheck } from "./clock-check.ts";

const MINUTE_MS = 60_000;
const HERE = Date.parse("2026-03-01T12:00:00Z");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param answerMs how long the database's answer takes, by our clock */
function rig({ apartMs, answerMs = 0 }: { apartMs: number; answerMs?: number }) {
	const said: { level: number; alert?: string; seconds?: number; msg: string }[] = [];
	const log = pino({ level: "info" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	let asked = 0;
	let at = HERE;
	const query = async () => {
		asked += 1;
		at += answerMs;
		return { rows: [{ at: new Date(HERE + apartMs) }] };
	};
	const pool = { query } as unknown as Pick<pg.Pool, "query">;
	const check = createClockCheck({ pool, now: () => new Date(at), log });
	return { check, said, asked: () => asked };
}

it.each([
	["the same", { apartMs: 0 }],
	["a minute behind", { apartMs: MINUTE_MS }],
	["a minute ahead", { apartMs: -MINUTE_MS }],
	["unknown while the answer was on its way", { apartMs: 2 * MINUTE_MS, answerMs: 2 * MINUTE_MS }],
])("a clock that is %s is no alert", async (_what, options) => {
	const { check, said } = rig(options);
	await check.run();
	expect(said).toEqual([]);
});

it.each([
	["behind the database's", { apartMs: MINUTE_MS + 1 }, 60],
	["ahead of the database's", { apartMs: -90_000 }, 90],
])("a clock that is %s is said, and how far", async (words, options, seconds) => {
	const { check, said } = rig(options);
	await check.run();
	expect(said).toMatchObject([{ level: 50, alert: "clock", seconds }]);
	expect(said[0]?.msg).toContain(`${seconds} s ${words}`);
});

it("is compared at the start and every hour", async () => {
	const { check, asked } = rig({ apartMs: 0 });
	check.start();
	await vi.advanceTimersByTimeAsync(0);
	expect(asked()).toBe(1);
	await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
	expect(asked()).toBe(2);
	await check.stop();
});
