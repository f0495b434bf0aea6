import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import pino from "pino";
import { expect, it, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { WatchedPool } from "./watched-pool.ts";

const probe = vi.hoisted(() => ({ answer: (_isThere: boolean) => {}, isFelt: false }));
vi.mock("./probe.ts", () => ({
	createProbe: () => ({
		check: () =>
			new Promise((resolve) => {
				probe.isFelt = true;
				probe.answer = resolve;
			}),
		withinMs: 900,
		stop: () => {},
	}),
}));

const WITHIN = { connectMs: DEADLINES.databaseConnect, answerMs: DEADLINES.databaseAnswer };

it("says nothing of the database when it ends while the pulse is felt, which ends with it", async () => {
	const silent = net.createServer().listen(0, "127.0.0.1");
	await once(silent, "listening");
	const said: string[] = [];
	const log = pino({ level: "info" }, { write: (line: string) => void said.push(line) });
	const { port } = silent.address() as AddressInfo;
	const pool = new WatchedPool({ host: "127.0.0.1", port, user: "ada", database: "visualink", ...WITHIN }, { log });
	pool.query("SELECT 1").catch(() => {});
	await expect.poll(() => probe.isFelt).toBe(true);
	pool.end().catch(() => {});
	probe.answer(false);
	await new Promise((resolve) => setImmediate(resolve));
	expect(said).toEqual([]);
	silent.close();
});

it("gives up what waits for a database that isn't there, and says how long it was asked", async () => {
	const silent = net.createServer().listen(0, "127.0.0.1");
	await once(silent, "listening");
	const { port } = silent.address() as AddressInfo;
	const log = pino({ level: "silent" });
	const pool = new WatchedPool({ host: "127.0.0.1", port, user: "ada", database: "visualink", ...WITHIN }, { log });
	probe.isFelt = false;
	const asked = pool.query("SELECT 1");
	await expect.poll(() => probe.isFelt).toBe(true);
	probe.answer(false);
	await expect(asked).rejects.toThrow("The database did not answer within 900 ms");
	pool.end().catch(() => {});
	silent.close();
});
