import { afterAll, expect, test } from "vitest";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { createTestDatabase } from "#server/testing/app/test-db.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";

const replica = await createTestDatabase();
let app: TestApp | undefined;
afterAll(async () => {
	await app?.close();
	await replica.drop();
});

test("charts are read from DATABASE_REPLICA_URL alone, which nothing is written to, and from the main one without it", async () => {
	app = await startTestApp({ env: { DATABASE_REPLICA_URL: replica.url } });
	const { pool, replicaPool } = app.deps;
	if (!replicaPool) throw new Error("no replica was opened");
	const ada = await subscriber(app, "enterprise");
	const link = await createLink(ada, { title: "Summer" });
	const today = new Date().toISOString().slice(0, 10);
	const counted = (human: number) => [
		...[human, 0, human, JSON.stringify({ link: [[[String(link.id), human]], 0] }), JSON.stringify([[0, human, 0]])],
	];
	const aggregate = async (on: typeof pool, human: number) => {
		const client = await on.connect();
		// As the primary does, which the replica follows.
		await client.query("SET default_transaction_read_only = off");
		await client.query("INSERT INTO link_days VALUES ($1, $2, $3, $4, $5, $6, $7)", [
			link.id,
			today,
			...counted(human),
		]);
		await client.query("INSERT INTO user_days VALUES ($1, $2, $3, $4, $5, $6, $7)", [
			ada.user.id,
			today,
			...counted(human),
		]);
		client.release(true);
	};
	await aggregate(pool, 3);
	await aggregate(replicaPool, 8);
	const people = async (path: string) => ((await (await ada.get(path)).json()) as Chart).totals?.human;
	const shown = async () => [await people(API.analytics.account), await people(API.analytics.linkChart(link.id))];

	expect(await shown()).toEqual([8, 8]);
	// Whose a link is, and what it is called, is known to the main database alone.
	const chart = (await (await ada.get(API.analytics.account)).json()) as Chart;
	expect(chart.links).toEqual([expect.objectContaining({ id: link.id, title: "Summer" })]);
	const stranger = await subscriber(app, "enterprise");
	expect((await stranger.get(API.analytics.linkChart(link.id))).status).toBe(404);

	for (const statement of ["DELETE FROM link_days", "CREATE TABLE own (id int)", "UPDATE user_days SET human = 0"]) {
		await expect(replicaPool.query(statement)).rejects.toMatchObject({ code: "25006" });
	}
	const { rows } = await replicaPool.query("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM links) AS n");
	expect(rows).toEqual([{ n: "0" }]);

	await replica.drop();
	expect(await shown()).toEqual([3, 3]);
});
