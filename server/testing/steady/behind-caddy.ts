import { readFileSync } from "node:fs";
import path from "node:path";
import { API } from "#shared/platform/api-paths.ts";
import { until } from "../app/until.ts";
import { type Call, type Clients, postRequest, startClients } from "../load/clients.ts";
import { caddyfile, startCaddy } from "../machine/caddy.ts";
import { freePort } from "../machine/free-port.ts";
import { ROOT } from "../machine/root.ts";
import { exactly, type Report, type Say, told } from "./report.ts";
import { countsOf, failuresOf, metricsOf, RESTING, restarted, TWICE, untilMoreAnswers } from "./restarts.ts";
import { people, type Rig, type Service } from "./rig.ts";

const BUSY = { connections: 16, perSecond: 400 };
const SENDERS = { connections: 8, perSecond: 100 };
/** Proxies don't repeat a POST that has reached a process. Nobody is signed in. */
const UNREPEATABLE: Call = { name: "post", request: postRequest(API.links.all, "title=A"), status: 401 };

/**
 * Three processes behind the Caddy of `compose.yaml`. One is killed, then another one stopped in
 * good order, and both started again: no visitor notices, and none of the requests that can't be repeated fails at the stop (P698).
 */
export async function restartsBehindCaddy(rig: Rig, say: Say): Promise<Report> {
	const services = await Promise.all(["first", "second", "third"].map((name) => rig.start(name, { TRUST_PROXY: "1" })));
	const servicePorts = services.map(({ port }) => port);
	const [httpPort, httpsPort, askPort] = [await freePort(), await freePort(), await freePort()];
	const places = {
		servicePorts,
		askPorts: servicePorts,
		askPort,
		httpPort,
		httpsPort,
		dataDir: path.join(rig.dir, "caddy"),
	};
	const config = caddyfile(readFileSync(path.join(ROOT, "Caddyfile"), "utf8"), places);
	const caddy = startCaddy(config, { dataDir: places.dataDir, env: { PUBLIC_ORIGIN: "http://localhost" } });
	await until(async () => (await fetch(`http://localhost:${httpPort}/readyz`).catch(() => null))?.ok === true);

	const visitors = [BUSY, RESTING].map((kind) => startClients({ ...kind, port: httpPort, next: people(rig.paths) }));
	const [, killed, stopped] = services as [Service, Service, Service];
	await untilMoreAnswers(visitors[0] as Clients, 200);
	await killed.kill();
	say("a killed process is back");
	const senders = startClients({ ...SENDERS, port: httpPort, next: () => UNREPEATABLE });
	const stop = await restarted(stopped);
	say(`a stopped process is back; it ended after ${Math.round(stop.ms)} ms`);
	await untilMoreAnswers(visitors[0] as Clients, 200);
	await Promise.all([...visitors, senders].map((each) => each.stop()));
	await caddy.stop();
	await Promise.all(services.map((service) => service.stop()));
	const { sent, right, wrong } = senders.tally(UNREPEATABLE.name);
	return {
		part: "behind Caddy",
		metrics: [
			...metricsOf([stop]),
			...failuresOf(visitors),
			told("requests that can't be repeated", sent),
			exactly("of these failed", sent - right, 0),
			...(sent > right ? [told("answers to these that were wrong", JSON.stringify(wrong))] : []),
			// One whose process was killed before it answered may be counted by the one that is asked next, too.
			...(await countsOf(rig, visitors)).filter(({ name }) => name !== TWICE),
		],
	};
}
