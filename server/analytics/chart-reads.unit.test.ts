import { expect, test } from "vitest";
import { createChartReads } from "./chart-reads.ts";

const asked = { text: "SELECT" };

/** A database whose rows say who it is. */
function database(name: string) {
	const it = {
		isAway: false,
		questions: 0,
		async query<Row>() {
			it.questions += 1;
			if (it.isAway) throw new Error(`${name} is away`);
			return { rows: [{ name }] as Row[] };
		},
	};
	return it;
}

function reading() {
	const [main, replica] = [database("main"), database("replica")];
	const lines: string[] = [];
	let now = 0;
	const log = {
		warn: (_: unknown, line: string) => lines.push(line),
		info: (line: string) => lines.push(line),
	} as unknown as Parameters<typeof createChartReads>[0]["log"];
	const reads = createChartReads({ pool: main, replica, log, clock: () => now });
	return {
		...{ main, replica, lines, reads },
		wait: (milliseconds: number) => {
			now += milliseconds;
		},
		ask: async () => (await reads.query<{ name: string }>(asked)).rows[0]?.name,
	};
}

test("a replica that gives no answer is left alone for a while, and the main database answers", async () => {
	const { main, replica, lines, reads, wait, ask } = reading();
	expect(await ask()).toBe("replica");
	replica.isAway = true;
	expect([await ask(), await ask(), replica.questions]).toEqual(["main", "main", 2]);
	wait(5_000);
	expect([await ask(), replica.questions]).toEqual(["main", 3]);
	replica.isAway = false;
	wait(5_000);
	expect([await ask(), await ask()]).toEqual(["replica", "replica"]);
	expect(lines).toEqual([
		"ANALYTICS_DATABASE_URL gives no answer: charts are read from DATABASE_URL",
		"charts are read from ANALYTICS_DATABASE_URL again",
	]);
	const [{ samples = [] } = {}] = await reads.figures.read();
	expect(samples.map(({ labels, value }) => [labels?.from, value])).toEqual([
		...[["main", 0]],
		...[["replica", 3]],
		...[["fallback", 3]],
	]);
	main.isAway = true;
	replica.isAway = true;
	await expect(ask()).rejects.toThrow("main is away");
});

test("without a replica the main database is asked alone", async () => {
	const main = database("main");
	const reads = createChartReads({ pool: main, replica: null, log: { warn: () => {}, info: () => {} } });
	expect((await reads.query(asked)).rows).toEqual([{ name: "main" }]);
	const [{ samples = [] } = {}] = await reads.figures.read();
	expect(samples.map(({ value }) => value)).toEqual([1, 0, 0]);
});
