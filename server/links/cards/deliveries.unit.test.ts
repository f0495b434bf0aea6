import type pg from "pg";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createDeliveries } from "./deliveries.ts";

test("what finds no room while the database is away is counted as lost", async () => {
	const pool = { query: () => Promise.reject(new Error("away")) } as unknown as pg.Pool;
	const log = createLog({ logLevel: "silent" });
	const { page, stop, metrics } = createDeliveries({ pool, tags: { read: () => null }, now: () => new Date(0), log });
	for (let id = 1; id <= 20_000; id += 1) page({ id, cardVersion: 1 }, "x", 0);
	await stop();
	for (let id = 1; id <= 3; id += 1) page({ id, cardVersion: 1 }, "x", 0);
	await stop();
	await stop();
	expect(await samplesOf(metrics)).toEqual({
		visualink_deliveries_written_total: 0,
		visualink_deliveries_lost_total: 3,
	});
});
