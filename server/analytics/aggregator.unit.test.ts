import type pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createAggregator } from "./aggregator.ts";

afterEach(() => void vi.restoreAllMocks());

/** More transactions to look through than one slice has. */
const MARK = { nextTx: "0", endTx: "1000000000", isBackfilled: true };

test("a stop in the middle of a slice does not wait for the rest after it", async () => {
	let [begun, goOn] = [() => {}, () => {}];
	const isInSlice = new Promise<void>((resolve) => {
		begun = resolve;
	});
	const isToEnd = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	const query = vi.fn(async (asked: string | { name: string }) => {
		if (typeof asked !== "string" && asked.name === "fold-new-rows") {
			begun();
			await isToEnd;
		}
		return { rows: typeof asked === "string" && asked.includes("FROM fold_state FOR UPDATE") ? [MARK] : [] };
	});
	const pool = { query, connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool;
	const log = createLog({ logLevel: "silent" });
	const aggregator = createAggregator({ pool, countryOf: () => null, recorded: () => 0, now: () => new Date(0), log });
	// As if each slice had taken an hour.
	vi.spyOn(performance, "now").mockImplementation(() => query.mock.calls.length * 3_600_000);
	aggregator.start();
	await isInSlice;
	const stopped = aggregator.stop();
	goOn();
	await stopped;
	expect(query).toHaveBeenCalledWith("COMMIT");
});

test("its lag grows while no slice can be folded, and ends with the first that can", async () => {
	let at = 0;
	let isUnavailable = true;
	const query = vi.fn(async (asked: string | { name: string }) => {
		if (isUnavailable) throw new Error("away");
		return {
			rows: typeof asked === "string" && asked.includes("FROM fold_state FOR UPDATE") ? [{ ...MARK, endTx: "0" }] : [],
		};
	});
	const pool = { query, connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool;
	const log = createLog({ logLevel: "silent" });
	const aggregator = createAggregator({ pool, countryOf: () => null, recorded: () => 0, now: () => new Date(at), log });
	const lag = async () => (await samplesOf(aggregator.metrics)).visualink_fold_lag_seconds;
	at = 1_900_000;
	await aggregator.run();
	expect(await lag()).toBe(1_900);
	isUnavailable = false;
	await aggregator.run();
	expect(await lag()).toBe(0);
});
