import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countedView } from "#server/testing/app/counted-view.ts";
import { until } from "#server/testing/app/until.ts";
import { createViewRecorder, type ViewRecorder } from "./view-recorder.ts";
import { createViewSpool } from "./view-spool.ts";

const MEMORY_MAX = 100_000;

let spoolDir: string;
let said: Record<string, unknown>[];
let recorder: ViewRecorder | undefined;

beforeEach(async () => {
	spoolDir = await mkdtemp(path.join(os.tmpdir(), "visualink-recorder-"));
	said = [];
	recorder = undefined;
});
afterEach(async () => {
	vi.useRealTimers();
	await recorder?.close();
	await rm(spoolDir, { recursive: true, force: true });
});

type Answer = () => Promise<void>;

/** A database that keeps the ids of views, and answers each batch as it is told. */
function fakeDatabase(answer: (batch: number, size: number) => Promise<void>, ping: Answer = async () => {}) {
	const kept: string[] = [];
	const batches: number[] = [];
	const query = async (asked: string | { values: string[] }) => {
		if (typeof asked === "string") return ping();
		const ids = asked.values[0]?.slice(1, -1).split(",") ?? [];
		batches.push(ids.length);
		await answer(batches.length, ids.length);
		kept.push(...ids);
	};
	return { pool: { query } as unknown as pg.Pool, kept, batches };
}

function record({ pool, slowMs = 30_000 }: { pool: pg.Pool; slowMs?: number }): ViewRecorder {
	const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	recorder = createViewRecorder({ pool, log, spoolDir, slowMs, retryMs: 1 });
	return recorder;
}

const away = () => Promise.reject(new Error("away"));
const saidThat = (text: string) => said.filter(({ msg }) => String(msg).includes(text));
const view = countedView();
const recordMany = (views: ViewRecorder, count: number) =>
	Promise.all(Array.from({ length: count }, () => views.record(view)));

/** Views in the spool, as a process leaves them that dies. */
async function leaveBehind(...segments: number[]): Promise<void> {
	for (const count of segments) {
		const spool = createViewSpool({ dir: spoolDir });
		await spool.append(Array.from({ length: count }, () => countedView()));
		await spool.close();
	}
}

describe("memory", () => {
	test("holds 100,000 views that nobody has taken yet; what comes beyond is dropped and answered at once", async () => {
		let takeAll = () => {};
		const mayTake = new Promise<void>((resolve) => {
			takeAll = resolve;
		});
		const database = fakeDatabase(() => mayTake);
		const views = record(database);
		const waiting = recordMany(views, MEMORY_MAX);
		await recordMany(views, 3);
		expect(views.counts).toMatchObject({ recorded: MEMORY_MAX + 3, dropped: 3, committed: 0 });
		takeAll();
		await waiting;
		expect(views.counts).toMatchObject({ committed: MEMORY_MAX, dropped: 3 });
		expect(saidThat("are being dropped")).toMatchObject([{ dropped: 1 }]);
	});

	test("holds 100,000 views while the database and the disk are away, and sends them when it is back", async () => {
		await rm(spoolDir, { recursive: true });
		await writeFile(spoolDir, "not a folder");
		let isUnavailable = true;
		const database = fakeDatabase(() => (isUnavailable ? away() : Promise.resolve()));
		const views = record(database);
		await recordMany(views, MEMORY_MAX - 10);
		expect(views.counts.dropped).toBe(0);
		// A batch that fits in part.
		await recordMany(views, 30);
		expect(views.counts).toMatchObject({ dropped: 20, spooled: 0, committed: 0 });
		await recordMany(views, 5);
		expect(views.counts.dropped).toBe(25);
		expect(saidThat("the view spool refuses batches")).toMatchObject([{ alert: "view_spool" }]);
		expect(saidThat("are being dropped")).toMatchObject([{ alert: "views_dropped", dropped: 20 }]);
		isUnavailable = false;
		await until(() => database.kept.length === MEMORY_MAX);
		await recordMany(views, 5);
		expect(views.counts.dropped).toBe(25);
	});
});

describe("what an earlier process has left", () => {
	test("is sent, and then removed", async () => {
		await leaveBehind(3, 4);
		const database = fakeDatabase(async () => {});
		const views = record(database);
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(database.kept).toHaveLength(7);
		expect(views.counts).toMatchObject({ replayed: 7, damaged: 0 });
		expect(said).toEqual([]);
	});

	test("is sent in batches of 500", async () => {
		await leaveBehind(1_001);
		const database = fakeDatabase(async () => {});
		record(database);
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(database.batches).toEqual([500, 500, 1]);
		expect(new Set(database.kept).size).toBe(1_001);
	});

	test("is tried again when the database is away at the start", async () => {
		await leaveBehind(3);
		let pings = 0;
		const database = fakeDatabase(
			async () => {},
			() => (++pings < 3 ? away() : Promise.resolve()),
		);
		record(database);
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(database.kept).toHaveLength(3);
	});

	test("is tried again when the database goes away in the middle", async () => {
		await leaveBehind(3, 4);
		const database = fakeDatabase((batch) => (batch === 2 ? away() : Promise.resolve()));
		record(database);
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(new Set(database.kept).size).toBe(7);
	});

	test("is counted and said where it is damaged", async () => {
		await leaveBehind(2);
		const [segment = ""] = await readdir(spoolDir);
		await appendFile(path.join(spoolDir, segment), "not a record\n");
		const views = record(fakeDatabase(async () => {}));
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(views.counts).toMatchObject({ replayed: 2, damaged: 1 });
		expect(saidThat("are damaged")).toMatchObject([{ segment, damaged: 1 }]);
	});
});

test("a segment that can't be read is said, and holds up no other", async () => {
	await leaveBehind(3, 4);
	const name = "elsewhere~1~abc~1.views";
	await mkdir(path.join(spoolDir, name));
	const longAgo = new Date(Date.now() - 3_600_000);
	await utimes(path.join(spoolDir, name), longAgo, longAgo);
	const database = fakeDatabase(async () => {});
	record(database);
	await until(async () => (await readdir(spoolDir)).length === 1);
	expect(database.kept).toHaveLength(7);
	expect(saidThat("can't be read")).toMatchObject([{ segment: name }]);
});

describe("an outage", () => {
	test("is said once, asks the database no more for each batch, and is over when it answers", async () => {
		let isUnavailable = true;
		const database = fakeDatabase(
			() => (isUnavailable ? away() : Promise.resolve()),
			() => (isUnavailable ? away() : Promise.resolve()),
		);
		const views = record(database);
		for (let n = 0; n < 50; n++) await views.record(view);
		expect(views.counts).toMatchObject({ spooled: 50, committed: 0, dropped: 0 });
		expect(database.batches).toEqual([1]);
		expect(saidThat("they go to the spool")).toHaveLength(1);
		expect(saidThat("still away").length).toBeLessThanOrEqual(1);
		isUnavailable = false;
		await until(() => views.counts.replayed === 50);
		await until(async () => (await readdir(spoolDir)).length === 0);
		await views.record(view);
		expect(views.counts).toMatchObject({ recorded: 51, spooled: 50, replayed: 50, committed: 1 });
		isUnavailable = true;
		await views.record(view);
		expect(saidThat("they go to the spool")).toHaveLength(2);
	});

	test("a batch that commits late is also in the spool, and is not told as committed", async () => {
		let takeIt = () => {};
		const late = new Promise<void>((resolve) => {
			takeIt = resolve;
		});
		const database = fakeDatabase((batch) => (batch === 1 ? late : Promise.resolve()));
		const views = record({ ...database, slowMs: 1 });
		await views.record(view);
		expect(views.counts).toMatchObject({ spooled: 1, committed: 0 });
		takeIt();
		await until(() => views.counts.replayed === 1);
		expect(views.counts.committed).toBe(0);
		expect(new Set(database.kept)).toEqual(new Set([view.id]));
	});
});

test("a view that the database refuses is counted, and told by its id and its link alone", async () => {
	const refuse = () => Promise.reject(Object.assign(new Error("invalid byte sequence"), { code: "22021" }));
	const views = record(fakeDatabase(refuse));
	await views.record(view);
	expect(views.counts).toMatchObject({ refused: 1, spooled: 0 });
	const [line = {}] = saidThat("refused a view");
	expect(line).toMatchObject({ viewId: view.id, linkId: 1 });
	expect(JSON.stringify({ ...line, viewId: null })).not.toMatch(/203\.0\.113|Browser|ada/);
});

test("while batches are under way, few views wait and travel together, of many at most 1,000", async () => {
	const answers: (() => void)[] = [];
	const database = fakeDatabase(() => new Promise((resolve) => answers.push(resolve)));
	const views = record(database);
	const turn = () => new Promise(setImmediate);
	const first = views.record(view);
	await turn();
	const few = recordMany(views, 31);
	await turn();
	expect(database.batches).toEqual([1]);
	const many = recordMany(views, 1_500);
	await turn();
	expect(database.batches).toEqual([1, 1_000]);
	answers[0]?.();
	await first;
	await turn();
	expect(database.batches).toEqual([1, 1_000, 531]);
	for (const answer of answers) answer();
	await Promise.all([few, many]);
	expect(views.counts.committed).toBe(1_532);
});

describe("stopping with views in memory, while the database is away", () => {
	test("leaves them in the spool when the disk takes them again", async () => {
		await rm(spoolDir, { recursive: true });
		await writeFile(spoolDir, "not a folder");
		const views = record(fakeDatabase(away, away));
		await recordMany(views, 30);
		expect(views.counts.spooled).toBe(0);
		await rm(spoolDir);
		expect(await views.close()).toBe(0);
		expect(views.counts).toMatchObject({ spooled: 30, dropped: 0 });
		const database = fakeDatabase(async () => {});
		record(database);
		await until(() => database.kept.length === 30);
	});

	test("tells that they are lost when it does not: each view has become something", async () => {
		await rm(spoolDir, { recursive: true });
		await writeFile(spoolDir, "not a folder");
		const views = record(fakeDatabase(away, away));
		await recordMany(views, MEMORY_MAX);
		await recordMany(views, 30);
		expect(await views.close()).toBe(MEMORY_MAX);
		expect(views.counts).toMatchObject({ recorded: MEMORY_MAX + 30, dropped: MEMORY_MAX + 30 });
		expect(saidThat("are being dropped").at(-1)).toMatchObject({ dropped: MEMORY_MAX + 30 });
	});
});

describe("stopping", () => {
	test("waits for what was recorded", async () => {
		const database = fakeDatabase(async () => {});
		const views = record(database);
		const recorded = recordMany(views, 2_500);
		await views.close();
		expect(database.kept).toHaveLength(2_500);
		await recorded;
		await views.flush();
	});

	test("does not wait for a replay that does not end, and leaves its segment to the next process", async () => {
		await leaveBehind(5);
		const database = fakeDatabase(() => new Promise(() => {}));
		const views = record(database);
		await until(() => database.batches.length === 1);
		await views.close();
		recorder = undefined;
		expect(await readdir(spoolDir)).toHaveLength(1);
	});

	test("ends a replay after the batch in hand", async () => {
		await leaveBehind(1_001);
		const views = record(
			fakeDatabase(async () => {
				void views.close();
			}),
		);
		await until(() => views.counts.replayed > 0);
		await views.close();
		expect(views.counts.replayed).toBe(500);
		expect(await readdir(spoolDir)).toHaveLength(1);
	});

	test("ends the retries", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		let pings = 0;
		const views = record(
			fakeDatabase(away, () => {
				pings += 1;
				return away();
			}),
		);
		for (let n = 0; n < 3; n++) await vi.advanceTimersByTimeAsync(1);
		expect(pings).toBeGreaterThanOrEqual(3);
		await views.close();
		expect(vi.getTimerCount()).toBe(0);
	});
});
