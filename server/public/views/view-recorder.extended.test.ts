import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { openPublicPool } from "#server/platform/db/connect.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useRecorder } from "#server/testing/app/use-recorder.ts";
import { COUNTING_PLAN } from "./insert-views.ts";
import { createViewRecorder } from "./view-recorder.ts";
import { createViewSpool } from "./view-spool.ts";

const { rig, log, view, recorder, manyViews, rowCount, counted } = useRecorder();

test("many batches that touch the same links in any order never deadlock (B8)", async () => {
	const counting = openPublicPool({ url: rig.database.url, max: 8, log, settings: COUNTING_PLAN });
	const others = Array.from({ length: 8 }, () =>
		createViewRecorder({ pool: counting, log, spoolDir: rig.spoolDir, slowMs: 30_000 }),
	);
	const shuffled = manyViews(8_000).sort(() => Math.random() - 0.5);
	await Promise.all(shuffled.map((each, n) => others[n % others.length]?.record(each)));
	await Promise.all(others.map((other) => other.close()));
	await counting.end();
	expect(await counted()).toBe(8_000);
	expect(others.map(({ counts }) => counts.spooled + counts.refused + counts.dropped)).toEqual(others.map(() => 0));
});

describe("while the rig.database is away", () => {
	test.each([
		["cut", () => rig.proxy.cut()],
		["silent", () => rig.proxy.freeze()],
		["slow", () => rig.proxy.delay(400)],
	])("%s: views are kept in time, and counted once when it is back", async (_, fail) => {
		const views = recorder(250);
		await Promise.all(manyViews(10).map(views.record));
		fail();
		const startedAt = performance.now();
		await Promise.all(manyViews(200).map(views.record));
		expect(performance.now() - startedAt).toBeLessThan(2_000);
		expect(views.counts.spooled).toBeGreaterThan(0);
		rig.proxy.restore();
		await until(async () => (await rowCount()) === 210);
		await until(async () => (await readdir(rig.spoolDir)).length === 0);
		expect(await counted()).toBe(210);
		await views.close();
	});

	test("slow: only the first visitor waits for it, and what was spooled is sent all the same (G2)", async () => {
		const slowPool = {
			query: async (query: pg.QueryConfig) => rig.direct.query(query).then(later),
		} as unknown as pg.Pool;
		const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 1_500, value));
		const views = createViewRecorder({ pool: slowPool, log, spoolDir: rig.spoolDir, slowMs: 1_000, retryMs: 100 });
		await views.record(view());
		const waits: number[] = [];
		await until(async () => {
			const startedAt = performance.now();
			await views.record(view());
			waits.push(performance.now() - startedAt);
			return views.counts.replayed >= 50;
		});
		expect(Math.max(...waits)).toBeLessThan(900);
		await views.close();
	});

	test("a record torn off at any byte is dropped alone", async () => {
		const first = recorder();
		rig.proxy.cut();
		await Promise.all(manyViews(5).map(first.record));
		await first.close();
		const [segment = ""] = await readdir(rig.spoolDir);
		const whole = await readFile(path.join(rig.spoolDir, segment));
		const lineEnds = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);
		const spool = createViewSpool({ dir: rig.spoolDir });
		for (let length = lineEnds[2] ?? 0; length <= whole.length; length++) {
			await writeFile(path.join(rig.spoolDir, segment), whole.subarray(0, length));
			const next = await spool.read(segment, 10).next();
			expect(next.value?.views ?? []).toHaveLength(lineEnds.filter((end) => end <= length).length);
		}
	});

	test("with the disk away as well (B6), answers go on, it is said once and what memory holds is counted", async () => {
		await rm(rig.spoolDir, { recursive: true });
		await writeFile(rig.spoolDir, "not a folder");
		const said: string[] = [];
		const listening = pino({ level: "error" }, { write: (line: string) => void said.push(line) });
		const views = createViewRecorder({ pool: rig.pool, log: listening, spoolDir: rig.spoolDir, slowMs: 30_000 });
		rig.proxy.cut();
		for (const each of manyViews(20)) await views.record(each);
		expect(said).toHaveLength(1);
		expect(views.counts).toMatchObject({ spooled: 0, dropped: 0 });
		rig.proxy.restore();
		await until(async () => (await rowCount()) === 20);
		expect(await counted()).toBe(20);
		await views.close();
	});
});
