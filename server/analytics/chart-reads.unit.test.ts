import { expect, test } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createChartReads } from "./chart-reads.ts";

const asked = { text: "SELECT" };

/** A database whose rows say who it is. */
function database(name: string) {
	const it = {
		isUnavailable: false,
		questions: 0,
		/** Instead of an answer at once. */
		answers: null as (() => Promise<never>) | null,
		async query<Row>() {
			it.questions += 1;
			await it.answers?.();
			if (it.isUnavailable) throw new Error(`${name} is away`);
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
	replica.isUnavailable = true;
	expect([await ask(), await ask(), replica.questions]).toEqual(["main", "main", 2]);
	wait(5_000);
	expect([await ask(), replica.questions]).toEqual(["main", 3]);
	replica.isUnavailable = false;
	wait(5_000);
	expect([await ask(), await ask()]).toEqual(["replica", "replica"]);
	expect(lines).toEqual([
		"DATABASE_REPLICA_URL gives no answer: charts are read from DATABASE_URL",
		"charts are read from DATABASE_REPLICA_URL again",
	]);
	expect(await samplesOf(reads.metrics)).toEqual({
		'visualink_chart_reads_total{from="main"}': 0,
		'visualink_chart_reads_total{from="replica"}': 3,
		'visualink_chart_reads_total{from="fallback"}': 3,
	});
	main.isUnavailable = true;
	replica.isUnavailable = true;
	await expect(ask()).rejects.toThrow("main is away");
});

test("while it is away one chart at a time finds out whether it is back; no other waits for that", async () => {
	const { replica, wait, ask } = reading();
	replica.isUnavailable = true;
	await ask();
	wait(5_000);
	let giveUp = () => {};
	const hangs = new Promise<never>((_, reject) => {
		giveUp = () => reject(new Error("no answer in time"));
	});
	replica.answers = () => hangs;
	const first = ask();
	const others = Array.from({ length: 20 }, ask);
	expect(replica.questions).toBe(2);
	expect(await Promise.all(others)).toEqual(Array(20).fill("main"));
	giveUp();
	expect([await first, await ask(), replica.questions]).toEqual(["main", "main", 2]);
	wait(5_000);
	replica.isUnavailable = false;
	replica.answers = null;
	expect([await ask(), await ask(), replica.questions]).toEqual(["replica", "replica", 4]);
});

test("one question that took too long, or found every connection in use, leaves the replica to the others", async () => {
	const { replica, lines, wait, ask } = reading();
	for (const error of [
		Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }),
		Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" }),
		new Error("timeout exceeded when trying to connect"),
	]) {
		replica.answers = () => Promise.reject(error);
		expect(await ask()).toBe("main");
		replica.answers = null;
		expect([error.message, await ask()]).toEqual([error.message, "replica"]);
	}
	expect(lines).toEqual([]);
	// Anyone who cancels one question is back, too; a pool whose connections all wait says nothing of that.
	replica.isUnavailable = true;
	await ask();
	wait(5_000);
	replica.answers = () => Promise.reject(new Error("timeout exceeded when trying to connect"));
	expect([await ask(), await ask(), replica.questions]).toEqual(["main", "main", 8]);
	wait(5_000);
	replica.answers = () => Promise.reject(Object.assign(new Error("too long"), { code: "57014" }));
	expect(await ask()).toBe("main");
	replica.isUnavailable = false;
	replica.answers = null;
	expect(await ask()).toBe("replica");
	expect(lines).toHaveLength(2);
});

test("without a replica the main database is asked alone", async () => {
	const main = database("main");
	const reads = createChartReads({ pool: main, replica: null, log: { warn: () => {}, info: () => {} } });
	expect((await reads.query(asked)).rows).toEqual([{ name: "main" }]);
	expect(Object.values(await samplesOf(reads.metrics))).toEqual([1, 0, 0]);
});
