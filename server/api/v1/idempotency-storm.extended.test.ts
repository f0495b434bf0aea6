import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { links } from "#shared/links/links.table.ts";

const REPEATS = 1_000;
const KILLS = 5;
const BODY = { targetUrl: "https://example.com/", title: "A title", description: "A description" };

const app = useTestApp();
let dataDir: string;
let origin: string;
let service: Awaited<ReturnType<typeof startKillableService>>;

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-idempotency-"));
	const port = await freePort();
	origin = `http://localhost:${port}`;
	service = await startKillableService({
		...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: app.deps.databaseUrl },
		...{ RATE_LIMITS: "off", LOG_LEVEL: "fatal" },
	});
});
afterAll(async () => {
	await service.stop();
	await rm(dataDir, { recursive: true, force: true });
});

it("1,000 repeats over two processes, of which one is killed five times, create one link (P644)", async () => {
	const owner = await subscriber(app, "enterprise");
	const { key } = await apiClient(app, owner);
	const doors = [requestsWith(app, key), requestsWith({ origin }, key)] as const;
	const statuses = new Map<string, number>();
	const bodies = new Set<string>();

	async function repeat(n: number): Promise<void> {
		const headers = { "Idempotency-Key": "storm" };
		const answer = await doors[n % 2 === 0 ? 0 : 1].post("/links", BODY, headers).catch(() => null);
		const text = (await answer?.text().catch(() => undefined)) ?? null;
		const status = text === null ? "broken" : String(answer?.status);
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		if (status === "201" && text !== null) bodies.add(text);
	}

	// Each round begins at once; the killed process leaves its requests unanswered.
	for (let kill = 0; kill <= KILLS; kill += 1) {
		const round = Array.from({ length: Math.ceil(REPEATS / (KILLS + 1)) }, (_, n) => repeat(n));
		if (kill < KILLS) await Promise.all([Promise.race(round).then(() => service.kill()), ...round]);
		else await Promise.all(round);
	}

	expect(await linksOf(owner)).toBe(1);
	expect(bodies.size).toBe(1);
	expect([...statuses.keys()].filter((status) => !["201", "409", "broken"].includes(status))).toEqual([]);
	expect(statuses.get("201")).toBeGreaterThan(REPEATS / 4);
}, 300_000);

it("a kill at any moment leaves a link with its key, or neither (P644)", async () => {
	const owner = await subscriber(app, "enterprise");
	const { key } = await apiClient(app, owner);
	const [here, there] = [requestsWith(app, key), requestsWith({ origin }, key)];
	for (let kill = 0; kill < KILLS; kill += 1) {
		const send = (n: number) =>
			there.post("/links", BODY, { "Idempotency-Key": `round-${kill}-${n}` }).catch(() => null);
		const first = Array.from({ length: 20 }, (_, n) => send(n));
		await Promise.race(first);
		await service.kill();
		await Promise.all(first);
		const again = Array.from({ length: 20 }, (_, n) =>
			here.post("/links", BODY, { "Idempotency-Key": `round-${kill}-${n}` }),
		);
		expect((await Promise.all(again)).map(({ status }) => status)).toEqual(Array(20).fill(201));
	}
	expect(await linksOf(owner)).toBe(20 * KILLS);
}, 300_000);

function linksOf({ user }: Subscriber): Promise<number> {
	return app.deps.db.$count(links, eq(links.userId, user.id));
}
