import type pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Db } from "#server/platform/db/connect.ts";
import { createViewErasure } from "./view-erasure.ts";
import { createViewJobs } from "./view-jobs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

let said: string[];
const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
beforeEach(() => {
	said = [];
	vi.useFakeTimers({ now: new Date("2026-03-05T12:00:00Z") });
});
afterEach(() => void vi.useRealTimers());

const NO_ARCHIVE = { run: async () => ({ archived: [], forgotten: [] }), erase: async () => {} };

describe("the daily work on views", () => {
	/** A database that is there or away, and what it was asked: months prepared, and rounds of forgetting. */
	function rig() {
		const state = { isUnavailable: false, isOurs: true, asked: [] as string[] };
		const query = async (text: string) => {
			if (state.isUnavailable) throw new Error("away");
			if (text.startsWith("BEGIN")) state.asked.push("month");
			if (text.includes("pg_inherits")) state.asked.push("forget");
			if (text.includes("pg_try_advisory_lock")) return { rows: [{ isOurs: state.isOurs }] };
			return { rows: text.includes("to_regclass") ? [{ exists: true }] : [] };
		};
		const pool = { query, connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool;
		const jobs = createViewJobs({ pool, retentionMonths: 0, archive: NO_ARCHIVE, now: () => new Date(), log });
		return { state, jobs, asked: () => state.asked.splice(0).join(" ") };
	}
	const WORK = "month month month forget";

	it("prepares months before the start is over, forgets after it, and both again every day", async () => {
		const { jobs, asked } = rig();
		await jobs.start();
		await vi.advanceTimersByTimeAsync(0);
		expect(asked()).toBe(`month month month ${WORK}`);
		await vi.advanceTimersByTimeAsync(DAY_MS - 1);
		expect(asked()).toBe("");
		await vi.advanceTimersByTimeAsync(1);
		expect(asked()).toBe(WORK);
		expect(said).toEqual([]);
		await jobs.stop();
		expect(vi.getTimerCount()).toBe(0);
	});

	it("is said and tried again a minute later when it fails; the start does not fail with it", async () => {
		const { jobs, state, asked } = rig();
		state.isUnavailable = true;
		await jobs.start();
		expect(said).toEqual(["no partitions were made"]);
		await vi.advanceTimersByTimeAsync(0);
		expect(said).toEqual(["no partitions were made", "the daily work on views failed"]);
		state.isUnavailable = false;
		await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
		expect(asked()).toBe("");
		await vi.advanceTimersByTimeAsync(1);
		expect(asked()).toBe(WORK);
		await jobs.stop();
	});

	it("is tried again soon when another process is at it, which may have just died", async () => {
		const { jobs, state, asked } = rig();
		state.isOurs = false;
		await jobs.start();
		await vi.advanceTimersByTimeAsync(0);
		expect(asked()).toBe("month month month month month month");
		state.isOurs = true;
		await vi.advanceTimersByTimeAsync(10_000);
		expect(asked()).toBe(WORK);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(asked()).toBe("");
		await jobs.stop();
	});

	it("ends when it is stopped in the middle, and does not begin again", async () => {
		const { jobs } = rig();
		await jobs.start();
		vi.advanceTimersByTime(0);
		await jobs.stop();
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("removing the views of erased links", () => {
	/** Links to erase, and the pages of their views; each walk is told. */
	function rig() {
		const state = {
			links: [{ linkId: 1 }] as object[],
			isUnavailable: false,
			walks: 0,
			deleted: [] as unknown[],
			forgotten: 0,
		};
		const page = [
			{ id: "b", timestamp: new Date(2_000), linkId: 1, isBot: false, attribution: "" },
			{ id: "a", timestamp: new Date(1_000), linkId: 1, isBot: false, attribution: "" },
		];
		const hold = { beforePage: async () => {} };
		const db = {
			select: (fields: object) => ({
				from: async () => ("since" in fields ? [{ since: state.links.length > 0 ? new Date(0) : null }] : state.links),
			}),
			delete: () => ({ where: async () => void state.forgotten++ }),
		} as unknown as Db;
		const query = async (_text: string, values: unknown[]) => void state.deleted.push(values);
		const erasure = createViewErasure({
			db,
			pool: { query } as unknown as pg.Pool,
			archive: NO_ARCHIVE,
			eraseDays: async () => {},
			walkViews: async function* (asked) {
				state.walks++;
				expect(asked).toEqual({ linkIds: [1], since: new Date(0), until: new Date() });
				if (state.isUnavailable) throw new Error("away");
				await hold.beforePage();
				yield page;
				yield [];
			},
			now: () => new Date(),
			log,
		});
		const turn = () => vi.advanceTimersByTimeAsync(0);
		return { state, hold, erasure, turn };
	}

	it("begins at the start, by id and within the time of each page, and looks again every day", async () => {
		const { state, erasure, turn } = rig();
		erasure.start();
		await turn();
		expect(state.deleted).toEqual([[["b", "a"], new Date(1_000), new Date(2_000)]]);
		expect(state.forgotten).toBe(1);
		await vi.advanceTimersByTimeAsync(DAY_MS - 1);
		expect(state.walks).toBe(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(state.walks).toBe(2);
		await erasure.stop();
		expect(vi.getTimerCount()).toBe(0);
	});

	it("reads nothing when nothing is to be erased", async () => {
		const { state, erasure, turn } = rig();
		state.links = [];
		erasure.start();
		await turn();
		expect([state.walks, state.forgotten]).toEqual([0, 0]);
		erasure.wake();
		state.links = [{ linkId: 1 }];
		await turn();
		await erasure.stop();
	});

	it("is woken by an erasure: at once, or once more when it is under way", async () => {
		const { state, hold, erasure, turn } = rig();
		erasure.wake();
		await turn();
		// Not started yet.
		expect(state.walks).toBe(0);
		erasure.start();
		await turn();
		erasure.wake();
		await turn();
		expect(state.walks).toBe(2);
		let goOn = () => {};
		hold.beforePage = () =>
			new Promise((resolve) => {
				goOn = resolve;
			});
		erasure.wake();
		await turn();
		erasure.wake();
		erasure.wake();
		await turn();
		expect(state.walks).toBe(3);
		hold.beforePage = async () => {};
		goOn();
		await turn();
		expect(state.walks).toBe(4);
		await vi.advanceTimersByTimeAsync(DAY_MS);
		// The clock that was set before it was woken counts no more.
		expect(state.walks).toBe(5);
		await erasure.stop();
	});

	it("stops after the page in hand", async () => {
		const { state, hold, erasure, turn } = rig();
		let goOn = () => {};
		hold.beforePage = () =>
			new Promise((resolve) => {
				goOn = resolve;
			});
		erasure.start();
		await turn();
		let isStopped = false;
		const stopped = erasure.stop().then(() => {
			isStopped = true;
		});
		await turn();
		expect(isStopped).toBe(false);
		goOn();
		await stopped;
		expect([state.deleted, state.forgotten]).toEqual([[], 0]);
		expect(vi.getTimerCount()).toBe(0);
		erasure.wake();
		await turn();
		expect(state.walks).toBe(1);
	});
});
