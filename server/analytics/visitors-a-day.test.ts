import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { createVisitors } from "#server/public/views/visitor-salts.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { randomFrom } from "#server/testing/analytics/chart-truth.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { closeDays } from "./aggregate-retention.ts";

const FIRST = "2026-11-22";
const SECOND = "2026-11-23";
const HOUR_MS = 3_600_000;
const PEOPLE = Array.from({ length: 80 }, (_, n) => ({
	address: n < 60 ? `203.0.${n % 3}.${n}` : `2001:db8:${n}::1`,
	// Some share an address, some an agent.
	userAgent: `Browser ${n % 7}`,
}));

let pool: pg.Pool;
let clock: number;
beforeAll(async () => {
	const opened = await openTestPool();
	pool = opened.pool;
	return opened.close;
});

test("visitors are those of a reference, and nothing in the database ties a day's to another's", async () => {
	const user = await insertUser(openDb(pool), "ada");
	const linkIds: number[] = [];
	for (let n = 0; n < 3; n++) linkIds.push((await insertLink(openDb(pool), { userId: user.id })).id);
	const now = () => new Date(clock);
	const visitors = createVisitors({ pool, now, log: createLog({ logLevel: "silent" }) });
	const random = randomFrom(5);
	/** By day, and by day and link, who came: counted without any number of ours. */
	const reference = new Map<string, Set<string>>();
	const salts: string[] = [];

	for (const day of [FIRST, SECOND]) {
		for (const hour of [0, 9, 23]) {
			clock = Date.parse(day) + hour * HOUR_MS;
			await visitors.run();
			const views = Array.from({ length: 150 }, () => {
				const person = PEOPLE[random(PEOPLE.length)];
				const linkId = linkIds[random(3)] ?? 0;
				const at = clock + random(HOUR_MS);
				for (const name of [day, `${day} ${linkId}`])
					reference.set(name, (reference.get(name) ?? new Set()).add(JSON.stringify(person)));
				const visitor = visitors.visitorOf({ at, address: person?.address, userAgent: person?.userAgent ?? "" });
				return countedView({ id: newViewId(at), at, userId: user.id, linkId, ip: null, userAgent: "", visitor });
			});
			await insertViews(pool, views);
			await aggregateViews({ pool, now });
		}
		const { rows } = await pool.query<{ salt: string }>("SELECT salt FROM visitor_salts WHERE day = $1", [day]);
		salts.push(rows[0]?.salt ?? "");
	}
	const { rows: counted } = await pool.query<{ name: string; visitors: number }>(
		`SELECT day::text AS name, visitors FROM user_days
		UNION ALL SELECT day || ' ' || link_id, visitors FROM link_days`,
	);
	const sizes = [...reference].map(([name, who]) => [name, who.size] as const);
	expect(new Map(counted.map((row) => [row.name, row.visitors]))).toEqual(new Map(sizes));

	// Two days later someone takes all of it, knows everyone's address and agent, and tries every salt that there is.
	clock = Date.parse(FIRST) + 48 * HOUR_MS;
	await visitors.run();
	await closeDays(pool, now());
	const numbers = async (day: string) =>
		new Set(
			(
				await pool.query(
					"SELECT DISTINCT visitor::text AS n FROM views WHERE (timestamp AT TIME ZONE 'UTC')::date = $1",
					[day],
				)
			).rows.map(({ n }) => n),
		);
	const [first, second] = [await numbers(FIRST), await numbers(SECOND)];
	expect(first.size).toBe(reference.get(FIRST)?.size);
	expect([...first].filter((number) => second.has(number))).toEqual([]);
	const known = await pool.query<{ day: string }>("SELECT day::text FROM visitor_salts ORDER BY 1");
	expect(known.rows.map(({ day }) => day)).toEqual([SECOND, "2026-11-24"]);
	const tried = known.rows.flatMap(({ day }) =>
		PEOPLE.map((person) => visitors.visitorOf({ at: Date.parse(day), ...person })),
	);
	expect(
		tried.filter((number) => first.has(number)),
		"the first day's visitors stay unknown",
	).toEqual([]);
	expect(
		tried.filter((number) => second.has(number)),
		"so the attack works where the salt is there",
	).toHaveLength(second.size);
	const everything = await dump();
	expect(everything).toContain(salts[1]);
	expect(everything).not.toContain(salts[0]);
	expect((await pool.query("SELECT DISTINCT day::text FROM user_visitors")).rows).toEqual([{ day: SECOND }]);
});

/** All rows of all tables, as text. */
async function dump(): Promise<string> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
	);
	const texts: string[] = [];
	for (const { name } of rows)
		texts.push(...(await pool.query(`SELECT t::text FROM ${name} AS t`)).rows.map((row) => row.t));
	return texts.join("\n");
}
