import type pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/operator/log.ts";
import { createFolder } from "./folder.ts";

afterEach(() => void vi.restoreAllMocks());

test("a stop in the middle of a slice does not wait for the rest after it", async () => {
	let [begun, goOn] = [() => {}, () => {}];
	const isInSlice = new Promise<void>((resolve) => {
		begun = resolve;
	});
	const isToEnd = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	// Without rows, and with more transactions to look through than one slice has.
	const mark = { nextTx: "0", endTx: "1000000000", isBackfilled: true, partTx: null, partId: null };
	const query = vi.fn(async (asked: string | { name: string }) => {
		if (typeof asked !== "string" && asked.name === "fold-new-rows") {
			begun();
			await isToEnd;
		}
		return { rows: typeof asked === "string" && asked.includes("FROM fold_state FOR UPDATE") ? [mark] : [] };
	});
	const pool = { query, connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool;
	const log = createLog({ logLevel: "silent" });
	const folder = createFolder({ pool, countryOf: () => null, recorded: () => 0, now: () => new Date(0), log });
	// As if each slice had taken an hour.
	vi.spyOn(performance, "now").mockImplementation(() => query.mock.calls.length * 3_600_000);
	folder.start();
	await isInSlice;
	const stopped = folder.stop();
	goOn();
	await stopped;
	expect(query).toHaveBeenCalledWith("COMMIT");
});
