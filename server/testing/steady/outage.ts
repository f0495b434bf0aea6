import { setTimeout as delay } from "node:timers/promises";
import { isProcessAlive } from "#server/work/process-alive.ts";
import { API } from "#shared/api-paths.ts";
import { type Browser, cookieOf, createBrowser } from "../app/browser.ts";
import { signIn } from "../app/sign-up.ts";
import { type Call, type Clients, getRequest, startClients } from "../load/clients.ts";
import { atMost, exactly, type Figure, type Report, type Say, told } from "./report.ts";
import { people, type Rig, type Service } from "./rig.ts";

const ANSWER_WITHIN_MS = 1_500;
const BACK_WITHIN_MS = 3_000;
const IDLE_MS = 8_000;
/** Visitors may notice the beginning: one of them finds out. */
const NOTICE_MS = 1_000;
const CALLS = [API.links.all, API.auth.user, API.stats.views, API.subscriptions.active];

type Kind = { name: string; fail: () => void };

/** The database goes away in three ways: the API says so at once, known links go on, all is well after it (G1 to G3). */
export async function outages(rig: Rig, { seconds }: { seconds: number }, say: Say): Promise<Report> {
	const { proxy } = rig;
	const kinds: Kind[] = [
		{ name: "away", fail: () => proxy.cut() },
		{ name: "slow", fail: () => proxy.delay(1_000) },
		{ name: "resetting", fail: () => proxy.reset() },
		{ name: "silent", fail: () => proxy.freeze() },
	];
	const service = await rig.start("outage");
	const person = createBrowser(`http://localhost:${service.port}`);
	await signIn(person, "grace@example.com");
	const figures: Figure[] = [];
	for (const kind of kinds) {
		say(`the database is ${kind.name} for ${seconds} s`);
		figures.push(...(await outage({ rig, service, person, kind, seconds })));
	}
	proxy.freeze();
	figures.push(exactly("exit code when stopped while the database is silent", String(await service.stop()), "0"));
	proxy.restore();
	return { part: "outage", figures };
}

type Outage = { rig: Rig; service: Service; person: Browser; kind: Kind; seconds: number };

async function outage({ rig, service, person, kind, seconds }: Outage): Promise<Figure[]> {
	const { port } = service;
	const pid = service.pid();
	const visitors = startClients({ port, connections: 8, perSecond: 400, next: people(rig.paths) });
	const visits = visitors.tally("go");
	await delay(2_000);
	visits.latencies.clear();
	await delay(IDLE_MS);
	const idle = visits.latencies.percentile(0.99);

	kind.fail();
	const callers = startClients({ port, connections: 8, perSecond: 40, next: refusedCalls(person) });
	const seekers = startClients({ port, connections: 4, perSecond: 8, next: unknownLinks(kind.name) });
	await delay(NOTICE_MS);
	const noticing = visits.latencies.percentile(1);
	visits.latencies.clear();
	await delay(seconds * 1_000 - NOTICE_MS);
	const during = visits.latencies.percentile(0.99);
	await Promise.all([callers.stop(), seekers.stop()]);
	rig.proxy.restore();
	const back = await msUntilWhole(person, `http://127.0.0.1:${port}`);
	await visitors.stop();

	const [api, unknown] = [callers.tally("api"), seekers.tally("unknown")];
	const of = (name: string) => `${kind.name}: ${name}`;
	return [
		told(of("API calls"), api.sent),
		exactly(of("API answers other than 503 with Retry-After"), JSON.stringify(api.wrong), "{}"),
		atMost(of("slowest API answer, ms"), api.latencies.percentile(1), ANSWER_WITHIN_MS),
		told(of("visits to known links"), visits.sent),
		exactly(of("visits not answered 302"), visits.sent - visits.right, 0),
		told(of("visits to unknown links"), unknown.sent),
		exactly(of("unknown links not answered 503"), JSON.stringify(unknown.wrong), "{}"),
		atMost(of("slowest 503 of an unknown link, ms"), unknown.latencies.percentile(1), ANSWER_WITHIN_MS),
		exactly(of("requests without an answer"), unanswered([visitors, callers, seekers]), 0),
		told(of("slowest visit of the first second, ms"), noticing),
		told(of("p99 of visits before, ms"), idle),
		told(of("p99 of visits during, ms"), during),
		atMost(of("p99 during, in p99 before"), during / idle, 2),
		atMost(of("whole again after, ms"), back, BACK_WITHIN_MS),
		exactly(of("crashes"), service.pid() === pid && isProcessAlive(pid) ? 0 : 1, 0),
	];
}

function refusedCalls(person: Browser): () => Call {
	const cookie = cookieOf(person);
	const calls = CALLS.map((path) => ({
		name: "api",
		request: getRequest(path, { Cookie: cookie }),
		status: 503,
		isRight: (head: string) => /\r\nretry-after: \d/i.test(head),
	}));
	let asked = 0;
	return () => calls[asked++ % calls.length] as Call;
}

function unknownLinks(kind: string): () => Call {
	let asked = 0;
	return () => ({ name: "unknown", request: getRequest(`/go/ada/${kind}-${asked++}`), status: 503 });
}

/** Until a signed-in call, a link that is not cached and `/readyz` are as they should be. */
async function msUntilWhole(person: Browser, origin: string): Promise<number> {
	const startedAt = performance.now();
	const isWhole = async () => {
		const answers = await Promise.all([person.get(API.auth.user), fetch(`${origin}/go/ada/nowhere`)]);
		const ready = (await (await fetch(`${origin}/readyz`)).json()) as { database: string };
		return answers[0].status === 200 && answers[1].status === 404 && ready.database === "up";
	};
	while (!(await isWhole()) && performance.now() - startedAt < 60_000) await delay(20);
	return performance.now() - startedAt;
}

function unanswered(clients: Clients[]): number {
	return clients.reduce((sum, each) => sum + each.unanswered, 0);
}
