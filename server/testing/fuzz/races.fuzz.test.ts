import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Links } from "#server/links/links.service.ts";
import { openDb, openPool } from "#server/platform/db/connect.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

/** 200 rounds with 60,000 inputs. */
const ROUNDS = Math.ceil((inject("fuzz")?.count ?? 600) / 300);
const TIMEOUT_MS = 120_000 + ROUNDS * 10_000;

const app = useTestApp();
let otherPool: pg.Pool;
/** Two processes on one database. */
let processes: [Links, Links];

beforeAll(() => {
	otherPool = openPool({ url: app.deps.databaseUrl, log: app.deps.log });
	processes = [linksOf(app), linksOf(app, { db: openDb(otherPool) })];
});
afterAll(() => otherPool.end());

describe("in every round", () => {
	it(
		"3 of 100 creations at once succeed when 3 links are left (D4)",
		async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const owner = await insertUser(app.deps.db);
				await Promise.all(Array.from({ length: 17 }, () => insertLink(app.deps.db, { userId: owner.id })));
				const basic = { ...submission(), planId: "basic" };
				expect(await outcomes(100, (links) => links.create(owner, basic))).toEqual({ ok: 3, quota_exceeded: 97 });
			}
		},
		TIMEOUT_MS,
	);

	it(
		"1 of 50 claims of a slug at once wins (D7)",
		async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const owner = await insertUser(app.deps.db);
				const claim = (n: number) => submission({ customLinkSlug: n % 2 === 0 ? "Prize" : "pRIZE" });
				expect(await outcomes(50, (links, n) => links.create(owner, claim(n)))).toEqual({ ok: 1, conflict: 49 });
			}
		},
		TIMEOUT_MS,
	);

	it(
		"1 of 30 edits to one slug at once wins (D7)",
		async () => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const owner = await insertUser(app.deps.db);
				const rivals = await Promise.all(
					Array.from({ length: 30 }, () => insertLink(app.deps.db, { userId: owner.id })),
				);
				const edit = (links: Links, n: number) =>
					links.update(owner, rivals[n]?.linkSlug ?? "", submission({ customLinkSlug: "prize" }));
				expect(await outcomes(30, edit)).toEqual({ ok: 1, conflict: 29 });
			}
		},
		TIMEOUT_MS,
	);
});

/** How often each outcome came, of so many attempts at once, half of them in each process. */
async function outcomes(attempts: number, attempt: (links: Links, n: number) => Promise<unknown>) {
	const settled = await Promise.allSettled(
		Array.from({ length: attempts }, (_, n) => attempt(processes[n % 2 === 0 ? 0 : 1], n)),
	);
	const counts: Record<string, number> = {};
	for (const one of settled) {
		const outcome: string = one.status === "fulfilled" ? "ok" : (one.reason.kind ?? String(one.reason));
		counts[outcome] = (counts[outcome] ?? 0) + 1;
	}
	return counts;
}
