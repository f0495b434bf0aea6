import { pino } from "pino";
import { expect, inject, it, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { openPool, openPublicPool, openReplicaPool } from "./connect.ts";

const log = pino({ level: "silent" });

it.each([
	["the API's", openPool],
	["the public link's", openPublicPool],
])("%s connections tell the database whose they are, unless its address says otherwise", async (_, open) => {
	const url = inject("databaseServer");
	const nameOf = async (address: string) => {
		const pool = open({ url: address, log });
		const { rows } = await pool.query("SHOW application_name").finally(() => pool.end());
		return rows[0];
	};
	expect(await nameOf(url)).toEqual({ application_name: "visualink" });
	expect(await nameOf(`${url}?application_name=east`)).toEqual({ application_name: "east" });
});

it.each([
	["the API's", openPool],
	["the public link's", openPublicPool],
	["a replica's", openReplicaPool],
])("keeps %s connections for the next burst, and the way to the database open", async (_, open) => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const pool = open({ url: inject("databaseServer"), log });
	try {
		await Promise.all([1, 2, 3].map(() => pool.query("SELECT 1")));
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(pool.totalCount).toBe(3);
		expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 60_000 });
	} finally {
		vi.useRealTimers();
		await pool.end();
	}
});

it("waits for a new connection as long as for a free one (P517)", async () => {
	const pool = openPool({ url: inject("databaseServer"), log, deadlines: { ...DEADLINES, databaseConnect: 1 } });
	const { rows } = await pool.query("SELECT 1 AS one").finally(() => pool.end());
	expect(rows).toEqual([{ one: 1 }]);
});

it("gives up a replica within two seconds, long before the database itself", async () => {
	const limits = async (open: typeof openReplicaPool) => {
		const pool = open({ url: inject("databaseServer"), log });
		const { rows } = await pool.query("SHOW statement_timeout").finally(() => pool.end());
		return [rows[0].statement_timeout, pool.options.query_timeout, pool.options.connectionTimeoutMillis];
	};
	expect(await limits(openReplicaPool)).toEqual(["1s", 2_000, 2_000]);
	expect(await limits(openPool)).toEqual(["5s", 6_000, 5_000]);
});
