import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { createMissLimit } from "#server/public/go/miss-limit.ts";
import type { PublicLink } from "#server/public/go/public-link.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { until } from "#server/testing/app/until.ts";
import { createReportHandler } from "./report.handler.ts";
import { createReportPages } from "./report-pages.ts";
import type { Reports } from "./reports.service.ts";

type Total = Parameters<typeof createReportHandler>[0]["total"];

const UNBOUNDED: Total = { take: () => true, readyAt: () => 0 };
const counts = () => ({ stored: 0, repeated: 0, invalid: 0, limited: 0, busy: 0 });

/** The handler on a port of its own, with this instead of the database. */
async function served(
	file: Reports["file"],
	{ mayWait = 50, total = UNBOUNDED }: { mayWait?: number; total?: Total } = {},
) {
	const link = { id: 1, path: "/go/ada/a", targetUrl: "https://shop.example/" } as PublicLink;
	const counted = counts();
	const handler = createReportHandler({
		reports: { file, find: async () => null },
		pages: createReportPages({ homeUrl: "https://v.example/", reportEmail: "abuse@v.example" }),
		linkCache: { get: async () => link },
		limits: {
			sent: createMissLimit({ isOn: true, most: 20, windowMs: 60_000 }),
			stored: createMissLimit({ isOn: false }),
			looked: createMissLimit({ isOn: false }),
		},
		total,
		permits: createFairSemaphore({ permits: 1, maxWaiting: mayWait }),
		trustProxy: 1,
		ownOrigins: [],
		count: (outcome) => {
			counted[outcome] += 1;
		},
		stored: () => {},
		hsts: null,
		log: pino({ level: "silent" }),
	});
	const server = createServer((req, res) => void handler(req, res));
	await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const report = (address = "203.0.113.1") =>
		fetch(`${origin}/go/~report`, {
			method: "POST",
			redirect: "manual",
			headers: { "X-Forwarded-For": address },
			body: new URLSearchParams({ link: "ada/a", reason: "phishing", text: "", email: "" }),
		});
	return { origin, report, counted, close: () => server.close() };
}

test("P360: a refusal keeps the connection, so that a flood costs no new ones; a long body ends it", async () => {
	const { origin, close } = await served(async () => ({ number: "a", isNew: true }));
	const request = (length: number, body = "x".repeat(length)) =>
		`POST /go/~report HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n${body}`;
	const requests = [...Array.from({ length: 22 }, () => request(10)), request(40_000, "")];
	const { text } = await rawRequest(origin, requests.join(""));
	close();
	const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
	expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429, 429]);
	expect(text.match(/^Connection: close/gm)).toHaveLength(1);
});

test("P360: while reports wait, a tenth of a second is between two; what finds no room is 503", async () => {
	const begun: number[] = [];
	let go = () => {};
	const gate = new Promise<void>((resolve) => {
		go = resolve;
	});
	const file: Reports["file"] = async () => {
		begun.push(performance.now());
		await gate;
		return { number: "a", isNew: true };
	};
	const { report, counted, close } = await served(file, { mayWait: 3 });
	const answers = Array.from({ length: 6 }, () => report());
	await until(() => counted.busy === 2);
	go();
	const statuses = (await Promise.all(answers)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([303, 303, 303, 303, 503, 503]);
	expect(counted).toMatchObject({ stored: 4, busy: 2 });
	const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0));
	expect(Math.min(...pauses)).toBeGreaterThan(90);
	close();
});

test("P360: where all addresses together have sent too many, the next is 429, also of those that waited", async () => {
	for (const total of [
		{ take: () => true, readyAt: () => 1_000 },
		{ take: () => false, readyAt: () => 0 },
	]) {
		const filed = vi.fn(async () => ({ number: "a", isNew: true }));
		const { report, counted, close } = await served(filed, { total });
		const answer = await report();
		close();
		expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
		expect(counted).toMatchObject({ stored: 0, limited: 1 });
		expect(filed).not.toHaveBeenCalled();
	}
});

test("P482: one network neither uses up the reports of a minute nor the places of those that wait", async () => {
	const total = createRateLimiter({ max: 6, perAccount: 3, perMs: 60_000 });
	const isNew = async () => ({ number: "a", isNew: true });
	const minute = await served(isNew, { total });
	const statuses = [];
	for (let n = 1; n <= 5; n++) statuses.push((await minute.report(`203.0.113.${n}`)).status);
	expect([...statuses, (await minute.report("198.51.100.1")).status]).toEqual([303, 303, 303, 429, 429, 303]);
	minute.close();

	let go = () => {};
	const gate = new Promise<void>((resolve) => {
		go = resolve;
	});
	const begun: string[] = [];
	const queue = await served(
		async ({ address }) => {
			begun.push(address);
			await gate;
			return isNew();
		},
		{ mayWait: 2 },
	);
	const flood = [1, 2, 3].map((n) => queue.report(`203.0.113.${n}`));
	await until(() => begun.length === 1);
	const other = queue.report("2001:db8:1::1");
	await until(() => queue.counted.busy === 1);
	go();
	expect((await other).status).toBe(303);
	expect((await Promise.all(flood)).map(({ status }) => status).sort()).toEqual([303, 303, 503]);
	expect(begun[1]).toMatch(/^2001:db8:1:/);
	queue.close();
});
