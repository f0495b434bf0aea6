import { expect, test } from "vitest";
import { insertUser } from "#server/testing/app/factories.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createDomainChecker } from "./domain-checker.ts";

const app = useTestApp();

test("an account whose name servers are silent delays nobody else's checks (P621)", async () => {
	const { db, pool } = app.deps;
	const [eve, ada] = [await insertUser(db), await insertUser(db)];
	// Due for this checker only, not for the app's own.
	const at = new Date("2100-01-01");
	const insert = `INSERT INTO domains (user_id, host, token, next_check_at)
		SELECT $1, n || $2, repeat('a', 40), $3::timestamptz - interval '1 minute' FROM generate_series(1, $4) AS n`;
	await pool.query(insert, [eve.id, ".silent.example", at, 19]);
	await pool.query(insert, [ada.id, ".brand.example", at, 1]);
	let answer = () => {};
	const silent = new Promise<void>((resolve) => {
		answer = resolve;
	});
	const asked = new Set<string>();
	const reader = {
		txt: async (name: string) => {
			if (!name.includes(".silent.example")) return [];
			asked.add(name.replace(/^_visualink\.|\.silent\.example.*$/g, ""));
			await silent;
			return null;
		},
		cname: async () => [],
		addresses: async () => [],
		mail: async () => [],
	};
	const checker = createDomainChecker({ db, readers: [reader], target: "links.example", now: () => at });
	const checkedOf = async (userId: string) =>
		(await pool.query("SELECT 1 FROM domains WHERE user_id = $1 AND checked_at IS NOT NULL", [userId])).rowCount;

	const work = checker.checkDue(new AbortController().signal);
	await until(async () => (await checkedOf(ada.id)) === 1, 60_000);
	expect([asked.size, await checkedOf(eve.id)]).toEqual([2, 0]);
	answer();
	expect(await work).toBe(true);
	expect(await checkedOf(eve.id)).toBe(19);
});

test("a stop ends the checks that wait for their turn (P621)", async () => {
	const { db, pool } = app.deps;
	const eve = await insertUser(db);
	const at = new Date("2101-01-01");
	await pool.query(
		`INSERT INTO domains (user_id, host, token, next_check_at)
			SELECT $1, n || '.stopped.example', repeat('a', 40), $2 FROM generate_series(1, 5) AS n`,
		[eve.id, at],
	);
	const stopping = new AbortController();
	const reader = {
		txt: async (name: string) => {
			if (name.includes("stopped")) stopping.abort();
			return [];
		},
		cname: async () => [],
		addresses: async () => [],
		mail: async () => [],
	};
	const checker = createDomainChecker({ db, readers: [reader], target: "links.example", now: () => at });
	expect(await checker.checkDue(stopping.signal)).toBe(false);
	const { rowCount } = await pool.query("SELECT 1 FROM domains WHERE user_id = $1 AND checked_at IS NOT NULL", [
		eve.id,
	]);
	expect(rowCount).toBe(2);
});
