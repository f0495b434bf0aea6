import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTargetJudge } from "#server/links/judge-target.ts";
import { createNewAccountLimits } from "#server/links/link-quota.ts";
import { createLinkWriter, type LinkWriter } from "#server/links/link-writer.ts";
import type { NewLink } from "#server/links/new-link.ts";
import { createModerationService } from "#server/moderation/guard/moderation.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { until } from "#server/testing/app/until.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { importRows, imports } from "#shared/links/imports/imports.table.ts";
import { links } from "#shared/links/links.table.ts";
import { createImportWork } from "./import-work.ts";

const LIMIT_MS = 60_000;

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;
/** A clock that a test moves. */
let time: number;
let stops: (() => Promise<void>)[];
beforeAll(async () => {
	database = await createTestDatabase();
	pool = new pg.Pool({ connectionString: database.url, max: 6 });
	db = drizzle(pool, { casing: "snake_case" });
});
beforeEach(async () => {
	await pool.query("TRUNCATE imports CASCADE");
	time = Date.now();
	stops = [];
});
afterEach(() => Promise.all(stops.map((stop) => stop())));
afterAll(async () => {
	await pool.end();
	await database.drop();
});
const now = () => new Date(time);

type Parts = Partial<Parameters<typeof createLinkWriter>[0]>;
function writerWith(parts: Parts = {}): LinkWriter {
	const storedImages = { markAllUsed: async () => new Set<string>() };
	const linkCache = { invalidate: () => undefined };
	const judgeTargets = createTargetJudge({ ownOrigins: [] });
	const moderation = createModerationService({ db, now });
	return createLinkWriter({ db, now, storedImages, linkCache, judgeTargets, moderation, ...parts });
}

/** Works on imports until the test ends; `again()` is a time at which every delay is over. */
function startWork(writer: Pick<LinkWriter, "transaction" | "read">) {
	const work = createImportWork({
		...{ db, now, writer, log: { warn: () => {} } as never, prefill: {} as never },
		tell: async () => undefined,
		activeSubscription: async () => ({ planId: "enterprise" }) as Subscription,
	});
	work.start();
	stops.push(work.stop);
	return {
		stop: work.stop,
		again: () => {
			time += 60_000;
			work.wake();
		},
	};
}

/** An import under way. */
async function begun(targets: string[]) {
	const { id: userId } = await insertUser(db);
	const values = { userId, fileName: "links.csv", shape: "other", state: "running", createdAt: now() };
	const [job] = await db.insert(imports).values(values).returning();
	const importId = job?.id ?? "";
	const texts = { slug: "", title: "A title", description: "A description", imageUrl: null, tags: [] };
	const content = { ...texts, isArchived: false, startsAt: null, endsAt: null, afterUrl: null, lacks: [] };
	const rows = targets.map((targetUrl, n) => ({
		...{ importId, line: n + 2, state: "create", content: { ...content, targetUrl } },
	}));
	await db.insert(importRows).values(rows);
	return {
		userId,
		job: async () => (await db.select().from(imports).where(eq(imports.id, importId)))[0],
		rows: () => db.select().from(importRows).where(eq(importRows.importId, importId)).orderBy(importRows.line),
		links: () => db.select().from(links).where(eq(links.userId, userId)),
	};
}
const targets = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);

/** A writer whose transactions fail while this row is among theirs. */
function failingOn(isBad: (link: NewLink) => boolean): { writer: LinkWriter; tries: () => number } {
	const writer = writerWith();
	let tries = 0;
	const transaction: LinkWriter["transaction"] = (owner, work) =>
		writer.transaction(owner, (owned) =>
			work({
				...owned,
				write: (wanted, planId) => {
					tries += 1;
					if (wanted.some(isBad)) throw new Error("This row can't be written");
					return owned.write(wanted, planId);
				},
			}),
		);
	return { writer: { ...writer, transaction }, tries: () => tries };
}

describe("an import whose rows can't be written (P457)", () => {
	it("makes all others, refuses the one that fails alone, and ends", async () => {
		const { writer } = failingOn(({ targetUrl }) => targetUrl === "https://example.com/37");
		const made = await begun(targets(60));
		const { again } = startWork(writer);
		await until(async () => {
			again();
			return (await made.job())?.state === "done";
		}, LIMIT_MS);
		expect(await made.links()).toHaveLength(59);
		const refused = (await made.rows()).filter(({ state }) => state !== "made");
		expect(refused.map(({ line, state, note }) => [line, state, note])).toEqual([
			[39, "refused", "We couldn't create this link. Try it in the form."],
		]);
	});

	it("stops with a reason when all fail; nothing goes on after it, also in the next process", async () => {
		const { writer, tries } = failingOn(() => true);
		const made = await begun(targets(500));
		const first = startWork(writer);
		await until(async () => {
			first.again();
			return (await made.job())?.state === "stopped";
		}, LIMIT_MS);
		expect((await made.job())?.reason).toBe("We couldn't create these links. Please try again later.");
		expect(tries()).toBe(14);
		await first.stop();
		const other = await begun(targets(1));
		startWork(writerWith());
		await until(async () => (await other.job())?.state === "done", LIMIT_MS);
		expect((await made.job())?.state).toBe("stopped");
	});
});

describe("rows are judged before their transaction (P456)", () => {
	it("each once, and those beyond a new account's limit are not", async () => {
		const moderation = createModerationService({ db, now });
		const validated: string[] = [];
		const read: typeof moderation.read = (content, names) => {
			validated.push(content.targetUrl);
			return moderation.read(content, names);
		};
		const newAccountLimits = createNewAccountLimits({ firstDayLinks: 5, linksPerWebsite: 0 });
		const made = await begun(targets(300));
		startWork(writerWith({ moderation: { ...moderation, read }, newAccountLimits }));
		await until(async () => (await made.job())?.state === "done", LIMIT_MS);
		expect(await made.links()).toHaveLength(5);
		expect(validated).toEqual(targets(5));
	});

	it("a list that changes in between is asked again", async () => {
		let isListed = false;
		const moderation = createModerationService({
			...{ db, now, listsRevision: () => Number(isListed) },
			listed: () => (isListed ? [{ code: "listed", words: ["example.com"], evidence: "closed" }] : []),
		});
		const writer = writerWith({ moderation });
		const read: LinkWriter["read"] = async (...asked) => {
			const answer = await writer.read(...asked);
			isListed = true;
			return answer;
		};
		const made = await begun(targets(3));
		startWork({ ...writer, read });
		await until(async () => (await made.job())?.state === "done", LIMIT_MS);
		expect(await made.links()).toEqual([]);
		expect((await made.rows()).map(({ state }) => state)).toEqual(["refused", "refused", "refused"]);
	});
});
