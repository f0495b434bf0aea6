import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { createLog } from "./log.ts";

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching() {
	const disk = { free: 101 * MB, isThere: true };
	const lines: { level: number; alert: string; msg: string }[] = [];
	const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
	const room = async () => {
		if (!disk.isThere) throw new Error("gone");
		return { free: disk.free, size: 1_000 * MB };
	};
	const watch = createDiskWatch({ dataDir: "/data", log, room });
	watch.start();
	return { disk, lines, watch };
}

it("alerts within a minute when less than 100 MB are left, hourly while it stays so, and anew after a while of room (P147)", async () => {
	const { disk, lines } = watching();
	await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
	expect(lines).toEqual([]);
	disk.free = 99.5 * MB;
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(lines).toMatchObject([{ level: 40, alert: "disk", msg: expect.stringContaining("has 99 MB left") }]);
	await vi.advanceTimersByTimeAsync(58 * MINUTE_MS);
	expect(lines).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
	expect(lines).toHaveLength(2);
	disk.free = 100 * MB;
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	disk.free = 1 * MB;
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(lines).toHaveLength(3);
});

it("alerts when the disk can't be looked at, goes on, and ends with a stop", async () => {
	const { disk, lines, watch } = watching();
	disk.isThere = false;
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(lines).toMatchObject([{ level: 50, alert: "disk" }]);
	disk.isThere = true;
	disk.free = 0;
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(lines[1]).toMatchObject({ level: 40, alert: "disk" });
	await watch.stop();
	expect(vi.getTimerCount()).toBe(0);
});

it("tells how much room there is on a real disk", async () => {
	vi.useRealTimers();
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-disk-"));
	const watch = createDiskWatch({ dataDir, log: createLog({ logLevel: "silent" }) });
	const [free = 0, size] = Object.values(await samplesOf(watch.metrics));
	expect(free).toBeGreaterThan(0);
	expect(size).toBeGreaterThanOrEqual(free);
	await rm(dataDir, { recursive: true });
});
