import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { test } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { createViewRecorder } from "#server/public/views/view-recorder.ts";
import { seedLinks, viewsOf } from "./testing/app/seeded-links.ts";
import { createTestDatabase } from "./testing/app/test-db.ts";
import { until } from "./testing/app/until.ts";
import { type Clients, getRequest, startClients } from "./testing/load/clients.ts";
import { createFaultProxy, type FaultProxy } from "./testing/machine/fault-proxy.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { endServicesOn, STOP_LIMIT_MS, startThroughNpm, WAYS } from "./testing/machine/through-npm.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Each way starts the service twice at most, all ways at once. */
const PATIENCE = { timeout: 600_000 };

/** A database, and a data folder for the services that run on it one after the other. */
type Place = { direct: pg.Pool; proxy: FaultProxy; paths: string[]; env: Record<string, string>; dataDir: string };

async function withPlace(use: (place: Place) => Promise<void>): Promise<void> {
	const database = await createTestDatabase();
	const direct = new pg.Pool({ connectionString: database.url });
	direct.on("error", () => {});
	const url = new URL(database.url);
	const proxy = await createFaultProxy(Number(url.port));
	url.port = String(proxy.port);
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-npm-"));
	const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, PORT: String(await freePort()) };
	try {
		await use({ direct, proxy, paths: await seedLinks(direct, 5), env, dataDir });
	} finally {
		endServicesOn(dataDir);
		await direct.end();
		await proxy.close();
		await database.drop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

type Visits = { right: number; sent: number; unanswered: number; wrong: Record<string, number> };
/** Brings a service into the state in which it is told to stop; answers with an end to it. */
type State = (port: number, place: Place) => Promise<() => Promise<Visits>>;

const STATES = {
	idle: async (port, place) => {
		const visits = await endOf(await visitAWhile(port, place));
		return async () => visits;
	},
	"under load": async (port, place) => {
		const visitors = await visitAWhile(port, place);
		return () => endOf(visitors);
	},
	"under load, database silent": (port, place) => withoutDatabase(port, place, () => place.proxy.freeze()),
	"under load, database away": (port, place) => withoutDatabase(port, place, () => place.proxy.cut()),
} satisfies Record<string, State>;

type Row = { script: "start" | "serve"; state: keyof typeof STATES };

/** What each way stops, one after the other: each way under load, and each other state, and `npm start`, once. */
const ROWS: Record<string, Row[]> = {
	"Ctrl-C": [
		{ script: "start", state: "idle" },
		{ script: "serve", state: "under load" },
	],
	"SIGTERM to npm": [
		{ script: "serve", state: "under load, database silent" },
		{ script: "serve", state: "under load" },
	],
	"SIGTERM to the group": [
		{ script: "serve", state: "under load, database away" },
		{ script: "serve", state: "under load" },
	],
	"SIGINT to the group": [
		{ script: "serve", state: "idle" },
		{ script: "serve", state: "under load" },
	],
	"a closed terminal": [{ script: "serve", state: "under load" }],
};

async function visitAWhile(port: number, { paths }: Place): Promise<Clients> {
	let asked = 0;
	const next = () => {
		const path = paths[asked++ % paths.length] ?? "";
		return { name: "go", request: getRequest(path, { "User-Agent": CHROME }), status: 302 };
	};
	const visitors = startClients({ port, connections: 4, perSecond: 200, next });
	await until(() => visitors.tally("go").right > 50);
	return visitors;
}

async function withoutDatabase(port: number, place: Place, fail: () => void): ReturnType<State> {
	const visitors = await visitAWhile(port, place);
	fail();
	const before = visitors.tally("go").right;
	await until(() => visitors.tally("go").right > before + 50);
	return () => endOf(visitors);
}

async function endOf(visitors: Clients): Promise<Visits> {
	await visitors.stop();
	const { right, sent, wrong } = visitors.tally("go");
	// The first request on a connection that was made while the doors closed may never have been seen.
	return { right, sent, wrong, unanswered: visitors.unanswered - visitors.unansweredFirst };
}

/** What the next start does first: what waits in the spool goes to the database. */
async function replaySpool({ direct, dataDir }: Place): Promise<void> {
	const spoolDir = path.join(dataDir, "view-spool");
	const recorder = createViewRecorder({ pool: direct, log: createLog({ logLevel: "silent" }), spoolDir });
	await until(async () => (await readdir(spoolDir).catch(() => [])).length === 0);
	await recorder.close();
}

test.concurrent.for(WAYS)(
	"$name: it stops within 8 seconds, counts every view and leaves nothing",
	PATIENCE,
	async (way, context) => {
		const { annotate, expect } = context;
		expect(ROWS).toHaveProperty([way.name]);
		await withPlace(async (place) => {
			for (const { script, state } of ROWS[way.name] ?? []) {
				const countedBefore = (await viewsOf(place.direct)).total;
				const service = await startThroughNpm(script, place);
				const endState = await STATES[state](service.port, place);
				const stopped = await service.stop(way);
				const { right, sent, unanswered, wrong } = await endState();
				place.proxy.restore();
				await replaySpool(place);
				const { total, wrongCounters } = await viewsOf(place.direct);
				const counted = total - countedBefore;
				const lost = Math.max(0, right - counted);

				const what = `${way.name}, ${state}, npm run ${script}`;
				const { milliseconds, end, left, screen } = stopped;
				await annotate(`${what}: ${milliseconds} ms, npm ${JSON.stringify(end)}, ${right} answered, ${lost} lost`);
				expect({ end, left }, what).toEqual({ end: way.end, left: [] });
				expect(milliseconds, what).toBeLessThan(STOP_LIMIT_MS);
				expect({ lost, unanswered, wrong, wrongCounters }, what).toEqual({
					lost: 0,
					unanswered: 0,
					wrong: {},
					wrongCounters: 0,
				});
				expect(counted, what).toBeLessThanOrEqual(sent);
				expect(screen.split("Visualink is stopping.").length - 1, what).toBe(way.end.signal === 0 ? 1 : 0);
			}
		});
	},
);
