import { afterAll, beforeAll, expect, test } from "vitest";
import { restartsBehindCaddy } from "./testing/steady/behind-caddy.ts";
import { plainRestarts, rollingRestarts } from "./testing/steady/restarts.ts";
import { createRig, type Rig } from "./testing/steady/rig.ts";

let rig: Rig;
beforeAll(async () => {
	rig = await createRig();
});
afterAll(() => rig.close());

test("two processes are restarted one at a time under load: nobody notices, nothing is lost (G5, B14)", async () => {
	const { metrics } = await rollingRestarts(rig, { restarts: 2 }, () => {});
	expect(metrics.filter(({ isKept }) => !isKept)).toEqual([]);
});

test("of three processes behind Caddy one is killed, another restarted: nobody notices (P698)", async () => {
	await rig.pool.query("TRUNCATE views");
	await rig.pool.query("UPDATE links SET views_human = 0, views_bot = 0");
	const { metrics } = await restartsBehindCaddy(rig, () => {});
	expect(metrics.filter(({ isKept }) => !isKept)).toEqual([]);
});

test("a process stopped under load has counted what it answered (B14)", async () => {
	await rig.pool.query("TRUNCATE views");
	await rig.pool.query("UPDATE links SET views_human = 0, views_bot = 0");
	const { metrics } = await plainRestarts(rig, { restarts: 2 }, () => {});
	expect(metrics.filter(({ isKept }) => !isKept)).toEqual([]);
});
