import type pg from "pg";
import { type Logger, pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createOwnDomains, type OwnDomain } from "./own-domains.ts";

const MANY = 1_234;
const hostOf = (n: number) => `go${n}.brand.example`;

let table: Map<string, OwnDomain>;
let beforeAnswer: (host: string | null, after: string) => void;
let asked: number;
let domains: ReturnType<typeof createOwnDomains>;

const insert = (host: string, rest: Partial<OwnDomain> = {}) =>
	table.set(host, {
		...{ id: table.size + 1, host, userId: "ada-id", userSlug: "ada", isServed: true, pointsHere: true },
		...{ rootTarget: null, unknownTarget: null, ...rest },
	});

/** As PostgreSQL answers: what is there when the question comes, at most a page of it. */
async function query(_: string, [host, after]: [string | null, string]) {
	asked += 1;
	const hosts = [...table.keys()].filter((each) => (host === null || each === host) && each > after).sort();
	const rows = hosts.slice(0, 500).map((each) => table.get(each));
	await null;
	beforeAnswer(host, after);
	return { rows };
}

beforeEach(async () => {
	table = new Map();
	asked = 0;
	beforeAnswer = () => {};
	for (let n = 0; n < MANY; n++) insert(hostOf(n));
	domains = createOwnDomains({
		pool: { query } as unknown as pg.Pool,
		linkCache: { invalidateOwner: () => {} },
		origins: {
			publicOrigin: "https://visualink.example",
			linksOrigin: "https://v.example",
			imagesOrigin: "https://v.example",
		},
		log: { warn: expect.unreachable } as unknown as Logger,
	});
	await domains.start();
});

afterEach(() => domains.stop());

const known = () => Array.from({ length: MANY }, (_, n) => hostOf(n)).filter((host) => domains.of(host));

test("domains are read in pages, so that no request waits for all of them (P638)", async () => {
	expect(known()).toHaveLength(MANY);
	expect(asked).toBe(3);
	for (const n of [0, 700, MANY - 1]) table.delete(hostOf(n));
	insert(hostOf(1), { rootTarget: "https://brand.example/" });
	await domains.start();
	expect(known()).toHaveLength(MANY - 3);
	expect(domains.of(hostOf(1))?.rootTarget).toBe("https://brand.example/");
});

test("a change that is heard between two pages is kept, whichever page has its host (P638)", async () => {
	const changed = ["a.brand.example", "go5.brand.example", "z.brand.example"];
	beforeAnswer = (host, after) => {
		if (host !== null || after === "") return;
		beforeAnswer = () => {};
		for (const each of changed) insert(each, { userSlug: "changed" });
		table.delete(hostOf(6));
		for (const each of [...changed, hostOf(6)]) domains.changed(each);
	};
	await domains.start();
	for (const each of changed) expect(domains.of(each)?.userSlug, each).toBe("changed");
	expect(domains.of(hostOf(6))).toBeNull();
	expect(known()).toHaveLength(MANY - 1);
});

const rowOf = (host: string, isServed = true) => ({ id: 1, host, userSlug: "ada", isServed });

test("what keeps a list of hosts hears of those that are served, all and one by one (P627)", async () => {
	const rows = [rowOf("a.example"), rowOf("lost.example", false)];
	const answer = (host: string | null) => rows.filter((row) => host === null || row.host === host);
	const pool = { query: async (_text: string, [host]: [string | null]) => ({ rows: answer(host) }) };
	const servedHosts = { replace: vi.fn(), set: vi.fn() };
	const domains = createOwnDomains({
		pool: pool as unknown as pg.Pool,
		linkCache: { invalidateOwner: () => {} },
		origins: {
			publicOrigin: "https://visualink.example",
			linksOrigin: "https://visualink.example",
			imagesOrigin: "https://visualink.example",
		},
		servedHosts,
		log: pino({ level: "silent" }),
	});
	await domains.start();
	expect(servedHosts.replace.mock.calls).toEqual([[["a.example"]]]);

	rows.push(rowOf("b.example"));
	domains.changed("b.example");
	domains.changed("lost.example");
	domains.changed("gone.example");
	await expect
		.poll(() => servedHosts.set.mock.calls)
		.toEqual([
			["b.example", true],
			["lost.example", false],
			["gone.example", false],
		]);
	await domains.stop();
});

test("all domains are read before the first request, however often that fails (P623)", async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	let failures = 2;
	const pool = {
		query: (...args: Parameters<typeof query>) => (failures-- > 0 ? Promise.reject(new Error("away")) : query(...args)),
	};
	const fresh = createOwnDomains({
		pool: pool as unknown as pg.Pool,
		linkCache: { invalidateOwner: () => {} },
		origins: {
			publicOrigin: "https://visualink.example",
			linksOrigin: "https://v.example",
			imagesOrigin: "https://v.example",
		},
		log: pino({ level: "silent" }),
	});
	const stopping = new AbortController();
	const read = fresh.readAll(stopping.signal);
	await vi.advanceTimersByTimeAsync(2_000);
	await read;
	expect(fresh.of(hostOf(MANY - 1))).not.toBeNull();
	failures = Number.POSITIVE_INFINITY;
	stopping.abort();
	await fresh.readAll(stopping.signal);
});
