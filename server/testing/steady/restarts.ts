import { viewsOf } from "../app/seeded-links.ts";
import { startBalancer } from "../load/balancer.ts";
import { type Clients, startClients } from "../load/clients.ts";
import { atMost, exactly, type Figure, type Report, type Say, told } from "./report.ts";
import { people, type Rig, type Service } from "./rig.ts";

const LONGEST_STOP_MS = 10_000;
export const TWICE = "views counted twice";
const BUSY = { connections: 16, perSecond: 1_500 };
/** Connections that rest for seconds between two requests. */
export const RESTING = { connections: 24, perSecond: 8 };

/** Two processes behind a balancer, restarted one at a time under load: nobody notices (rows G5, B14). */
export async function rollingRestarts(rig: Rig, { restarts }: { restarts: number }, say: Say): Promise<Report> {
	const env = { TRUST_PROXY: "1" };
	const services = await Promise.all([rig.start("first", env), rig.start("second", env)]);
	const balancer = await startBalancer(services.map(({ port }) => port));
	for (const { port } of services) await balancer.untilReady(port);
	const visitors = [BUSY, RESTING].map((kind) =>
		startClients({ ...kind, port: balancer.port, next: people(rig.paths) }),
	);

	const stops: Stop[] = [];
	for (let restart = 0; restart < restarts; restart++) {
		const service = services[restart % services.length] as Service;
		stops.push(await restarted(service));
		await balancer.untilReady(service.port);
		say(`restart ${restart + 1} of ${restarts}: ended after ${Math.round(stops.at(-1)?.ms ?? 0)} ms`);
	}
	await Promise.all(visitors.map((each) => each.stop()));
	await balancer.close();
	await Promise.all(services.map((service) => service.stop()));
	const counts = await countsOf(rig, visitors);
	return { part: "rolling", metrics: [...metricsOf(stops), ...failuresOf(visitors), ...counts] };
}

/** One process without a balancer, stopped and started under load: what was answered is counted (row B14). */
export async function plainRestarts(rig: Rig, { restarts }: { restarts: number }, say: Say): Promise<Report> {
	const service = await rig.start("alone");
	const visitors = startClients({ ...BUSY, port: service.port, next: people(rig.paths) });
	const stops: Stop[] = [];
	for (let restart = 0; restart < restarts; restart++) {
		await untilMoreAnswers(visitors, 200);
		stops.push(await restarted(service));
		say(`restart ${restart + 1} of ${restarts}: ended after ${Math.round(stops.at(-1)?.ms ?? 0)} ms`);
	}
	await visitors.stop();
	await service.stop();
	const { unanswered, unansweredFirst } = visitors;
	return {
		part: "sigterm",
		metrics: [
			...metricsOf(stops),
			...(await countsOf(rig, [visitors])),
			exactly("requests without an answer on a connection in use", unanswered - unansweredFirst, 0),
			// Made while the process ended, which may never have seen them; a balancer that heeds /readyz makes none by then.
			told("requests without an answer, first on their connection", unansweredFirst),
		],
	};
}

export type Stop = { code: number | null; ms: number; at: string };

export async function restarted(service: Service): Promise<Stop> {
	const startedAt = performance.now();
	const at = new Date().toISOString().slice(11, 23);
	const code = await service.stop();
	const ms = performance.now() - startedAt;
	await service.start();
	return { code, ms, at };
}

export function metricsOf(stops: Stop[]): Figure[] {
	return [
		told("restarts", stops.length),
		exactly("exit codes other than 0", stops.filter(({ code }) => code !== 0).length, 0),
		atMost("slowest stop, ms", Math.max(...stops.map(({ ms }) => ms)), LONGEST_STOP_MS),
	];
}

/** Requests of people that were not sent on, and what they heard instead, the end of their connection included. */
export function failuresOf(visitors: Clients[]): Figure[] {
	const failed = visitors.reduce((sum, each) => sum + each.tally("go").sent - each.tally("go").right, 0);
	const heard = visitors.map((each) => JSON.stringify(each.tally("go").wrong)).filter((each) => each !== "{}");
	return [exactly("failed requests", failed, 0), ...heard.map((each) => told("answers that were wrong", each))];
}

export async function countsOf(rig: Rig, visitors: Clients[]): Promise<Figure[]> {
	const sum = (figure: (clients: Clients) => number) => visitors.reduce((total, each) => total + figure(each), 0);
	const answered = sum((clients) => clients.tally("go").right);
	const sent = sum((clients) => clients.tally("go").sent);
	const { total, wrongCounters } = await viewsOf(rig.pool);
	return [
		told("requests", sent),
		exactly("views lost", Math.max(0, answered - total), 0),
		exactly(TWICE, Math.max(0, total - sent), 0),
		exactly("wrong counters", wrongCounters, 0),
	];
}

export async function untilMoreAnswers(visitors: Clients, more: number): Promise<void> {
	const before = visitors.tally("go").right;
	while (visitors.tally("go").right < before + more) await new Promise((resolve) => setTimeout(resolve, 20));
}
