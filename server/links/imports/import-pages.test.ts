import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createImageService } from "#server/links/images/image.service.ts";
import { createTargetJudge } from "#server/links/judge-target.ts";
import { createLinkWriter } from "#server/links/link-writer.ts";
import { createModerationService } from "#server/moderation/guard/moderation.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { until } from "#server/testing/app/until.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { imageOwners, storedImages } from "#shared/links/images/images.table.ts";
import { importRows, imports } from "#shared/links/imports/imports.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import { createImportWork } from "./import-work.ts";
import type { Pause } from "./page-readings.ts";
import type { PageReader } from "./read-cards.ts";

const PERSON_A_MINUTE = 20;
const HOST_A_MINUTE = 6;
const LIMIT_MS = 60_000;

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;
let workers: { stop: () => Promise<void> }[];
/** A clock that goes on while someone waits. */
let time: number;
beforeAll(async () => {
	database = await createTestDatabase();
	pool = new pg.Pool({ connectionString: database.url, max: 6 });
	db = drizzle(pool, { casing: "snake_case" });
});
beforeEach(async () => {
	await pool.query("TRUNCATE imports, import_rows, pictures CASCADE");
	workers = [];
	time = Date.parse("2031-01-01T00:00:00Z");
});
afterEach(() => Promise.all(workers.map(({ stop }) => stop())));
afterAll(async () => {
	await pool.end();
	await database.drop();
});

const now = () => new Date(time);
const log = { warn: () => {} } as never;
const noImages = { images: {} as never, makePreview: {} as never };
const imageUrlOf = (n: number) => `/images/${String(n).padStart(64, "0")}.jpg`;

/** A web of pages that name an image on their own host, behind a door with the limits of the real one. */
function madeUpDoor(page: (asked: { url: URL; signal: AbortSignal }) => Promise<Partial<Prefill>> = async () => ({})) {
	const rates = { perMs: 60_000, now: () => time };
	const [person, host] = [
		createRateLimiter({ ...rates, max: PERSON_A_MINUTE }),
		createRateLimiter({ ...rates, max: HOST_A_MINUTE }),
	];
	const asked: string[] = [];
	let refused = 0;
	const open = ({ url, userId }: { url: URL; userId: string }) => {
		if (person.take(userId) && host.take(url.hostname)) return asked.push(url.href);
		refused += 1;
		throw new AppError("too_many", "slower", { retryAfterSeconds: 60 });
	};
	const prefill: PageReader = {
		async read({ url, ...ask }) {
			open({ url, ...ask });
			const picture = `${url.href}.png`;
			const found = { title: `Title of ${url.pathname}`, description: "Told", siteName: "", finalUrl: url.href };
			return { ...found, pictures: [picture], ...(await page({ url, ...ask })) };
		},
		async copyImage(ask) {
			const imageUrl = imageUrlOf(open(ask));
			await db.insert(storedImages).values({ imageUrl });
			await db.insert(imageOwners).values({ imageUrl, userId: ask.userId });
			return { imageUrl };
		},
	};
	return { prefill, asked, refused: () => refused };
}

/** Time goes on as fast as someone waits for it. */
const atOnce: Pause = async (milliseconds, signal) => {
	await new Promise(setImmediate);
	signal.throwIfAborted();
	time += milliseconds;
};
/** Time stands still: anyone who waits looks again soon, and nobody's claim is over meanwhile. */
const standing: Pause = (_, signal) => delay(5, undefined, { signal });

function startWork(prefill: PageReader, pause = atOnce) {
	const work = createImportWork({
		tell: async () => undefined,
		...{ db, now, log, prefill },
		writer: createLinkWriter({
			...{ db, now, storedImages: createImageService({ db, now, ...noImages }) },
			judgeTargets: createTargetJudge({ ownOrigins: [] }),
			moderation: createModerationService({ db, now }),
			linkCache: { invalidate: () => {} },
		}),
		activeSubscription: async () => ({ planId: "enterprise" }) as Subscription,
		pause,
	});
	work.start();
	workers.push(work);
	return work;
}

/** An import that was begun, of rows with nothing but an address. */
async function begun(addresses: string[], { prefill = true, tags = [] as string[] } = {}) {
	const { id: userId } = await insertUser(db);
	const values = { userId, fileName: "links.csv", shape: "other", state: "running", prefill, createdAt: now() };
	const [job] = await db.insert(imports).values(values).returning();
	const importId = job?.id ?? "";
	const made = { slug: "", title: "Made", description: "Made", imageUrl: null, isArchived: false };
	const content = { ...made, tags, startsAt: null, endsAt: null, afterUrl: null };
	const lacks: ("title" | "description" | "imageUrl")[] = ["title", "description", "imageUrl"];
	const rowOf = (targetUrl: string, n: number) => {
		return { importId, line: n + 2, state: "create", content: { ...content, targetUrl, lacks } };
	};
	await db.insert(importRows).values(addresses.map(rowOf));
	const present = async () => (await db.select().from(imports).where(eq(imports.id, importId)))[0]?.state;
	return {
		present,
		done: () => until(async () => (await present()) === "done", LIMIT_MS),
		set: (state: string) => db.update(imports).set({ state }).where(eq(imports.id, importId)),
		rows: () => db.select().from(importRows).where(eq(importRows.importId, importId)).orderBy(importRows.line),
		links: () => db.select().from(links).where(eq(links.userId, userId)).orderBy(links.targetUrl),
	};
}
const pagesOf = (host: string, count: number) =>
	Array.from({ length: count }, (_, n) => `https://${host}/${String(n).padStart(2, "0")}`);

describe("an import that asks pages (P190)", () => {
	it("goes on at the pace of one host, asks each once, and lets others pass", async () => {
		const door = madeUpDoor();
		const startedAt = time;
		const slow = await begun(pagesOf("one.example", 12));
		const other = await begun(pagesOf("other.example", 30), { prefill: false });
		startWork(door.prefill);
		await Promise.all([slow.done(), other.done()]);
		expect(await other.links()).toHaveLength(30);
		const made = await slow.links();
		expect(made.map(({ title, description, targetUrl }) => [title, description, targetUrl])).toEqual(
			pagesOf("one.example", 12).map((url) => [`Title of ${new URL(url).pathname}`, "Told", url]),
		);
		expect(made.map(({ imageUrl, imageSource }) => [imageUrl, imageSource])).toEqual(
			door.asked.flatMap((address, n) => (address.endsWith(".png") ? [[imageUrlOf(n + 1), "upload"]] : [])),
		);
		expect(await db.select().from(storedImages).where(eq(storedImages.isUsed, true))).toHaveLength(12);
		// 24 addresses of one host, four a minute; the door leaves room for two more.
		expect([door.refused(), new Set(door.asked).size, door.asked.length]).toEqual([0, 24, 24]);
		expect(time - startedAt).toBeGreaterThanOrEqual(5 * 60_000);
		expect(time - startedAt).toBeLessThan(7 * 60_000);
	});

	it("ends each row with its verdict where a host is never free or a page is none", async () => {
		const door = madeUpDoor(async ({ url }) => {
			if (url.host === "busy.example") throw new AppError("too_many", "slower");
			if (url.host === "gone.example") throw new AppError("unreachable", "gone");
			return { pictures: [] };
		});
		const addresses = ["https://busy.example/", "https://gone.example/", "https://fine.example/"];
		const job = await begun(addresses, { tags: ["summer"] });
		startWork(door.prefill);
		await job.done();
		expect((await job.rows()).map(({ state, note }) => [state, note])).toEqual([
			["made", "The page could not be read"],
			["made", "The page could not be read"],
			["made", null],
		]);
		const titles = (await job.links()).map(({ title }) => title);
		expect(titles).toEqual(["Made", "Title of /", "Made"]);
		expect(door.asked.filter((address) => address === addresses[0])).toHaveLength(10);
	});

	it("asks twelve pages of a person in any minute, whatever hosts they are on", async () => {
		const times: number[] = [];
		const door = madeUpDoor(async () => {
			times.push(time);
			return { pictures: [] };
		});
		const job = await begun(Array.from({ length: 30 }, (_, n) => `https://host${n}.example/`));
		startWork(door.prefill);
		await job.done();
		expect([times.length, door.refused()]).toEqual([30, 0]);
		for (const [n, at] of times.slice(12).entries()) expect(at - (times[n] ?? 0)).toBeGreaterThanOrEqual(60_000);
	});

	it("lets a host rest for a minute after a failure, and its page in every process, and asks the others", async () => {
		const [busy, beside, fine] = ["https://busy.example/0", "https://busy.example/1", "https://fine.example/"];
		const times = new Map<string, number[]>();
		const door = madeUpDoor(async ({ url }) => {
			const before = times.get(url.href) ?? [];
			times.set(url.href, [...before, time]);
			if (url.href === busy && before.length === 0) throw new AppError("too_many", "slower");
			return { pictures: [] };
		});
		const began = time;
		const job = await begun([busy, beside, fine]);
		const first = startWork(door.prefill, standing);
		await until(async () => (await job.links()).length === 1);
		expect([...times]).toEqual([
			[busy, [began]],
			[fine, [began]],
		]);
		await first.stop();
		startWork(door.prefill);
		await job.done();
		expect(times.get(busy)).toEqual([began, began + 60_000]);
	});

	it("stops at once, and another process goes on where it was", async () => {
		let hanging: AbortSignal | undefined;
		const door = madeUpDoor(({ url, signal }) => {
			if (url.pathname !== "/03" || hanging) return Promise.resolve({ pictures: [] });
			hanging = signal;
			return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		});
		const job = await begun(pagesOf("one.example", 6));
		const work = startWork(door.prefill);
		await until(async () => hanging !== undefined && (await job.links()).length === 3);
		await job.set("stopped");
		work.wake();
		await until(async () => hanging?.aborted === true);
		expect(await job.links()).toHaveLength(3);
		await work.stop();
		await job.set("running");
		startWork(door.prefill);
		await job.done();
		expect((await job.links()).map(({ title }) => title)).toEqual(
			["00", "01", "02", "03", "04", "05"].map((name) => `Title of /${name}`),
		);
		const again = door.asked.filter((address, n) => door.asked.indexOf(address) !== n);
		expect(again).toEqual(["https://one.example/03"]);
	});

	it("has each page asked once by two processes", async () => {
		const door = madeUpDoor(async () => ({ pictures: [] }));
		const job = await begun(pagesOf("one.example", 6));
		startWork(door.prefill, standing);
		startWork(door.prefill, standing);
		await job.done();
		expect([...door.asked].sort()).toEqual(pagesOf("one.example", 6));
		expect(await job.links()).toHaveLength(6);
	});
});

it("four people's imports have three pages read at a time, and the fourth once one of those is done (P233)", async () => {
	const answers: (() => void)[] = [];
	const door = madeUpDoor(async ({ signal }) => {
		await new Promise<void>((answer, leave) => {
			answers.push(answer);
			signal.addEventListener("abort", () => leave(signal.reason));
		});
		return { pictures: [] };
	});
	const hosts = ["a", "b", "c", "d"].map((name) => `https://${name}.example/`);
	const jobs = await Promise.all(hosts.map((address) => begun([address])));
	const work = startWork(door.prefill, standing);
	await until(() => answers.length >= 3);
	// What is begun after all of them is done by now, so the fourth has had its chance.
	const none = await begun(["https://made.example/"], { prefill: false });
	work.wake();
	await none.done();
	expect(answers).toHaveLength(3);
	answers[0]?.();
	await until(() => answers.length === 4);
	for (const answer of answers) answer();
	await Promise.all(jobs.map((job) => job.done()));
});

it("an import that can't go on keeps no other back", async () => {
	const [broken, fine] = [await begun(["https://refused.example/"]), await begun(["https://b.example/"])];
	await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
		CREATE TRIGGER refuse BEFORE INSERT ON links FOR EACH ROW
		WHEN (NEW.target_url = 'https://refused.example/') EXECUTE FUNCTION refuse()`);
	startWork(madeUpDoor().prefill);
	await fine.done();
	expect([await broken.present(), await broken.links()]).toEqual(["running", []]);
});

it("gives a tag the spelling that its owner gave it first", async () => {
	const job = await begun(["https://a.example/", "https://b.example/"], { prefill: false, tags: ["summer", "New"] });
	const [row] = await job.rows();
	if (!row) throw new Error("No row");
	await db
		.update(importRows)
		.set({ content: { ...row.content, tags: ["Summer", "new"] } })
		.where(eq(importRows.line, 3));
	startWork(madeUpDoor().prefill);
	await job.done();
	expect((await job.links()).map(({ tags }) => tags)).toEqual([
		["summer", "New"],
		["summer", "New"],
	]);
});
