import { cp, realpath, symlink } from "node:fs/promises";
import path from "node:path";
import { API } from "#shared/api-paths.ts";
import { cookieOf } from "../app/browser.ts";
import { type Call, getRequest, startClients } from "../load/clients.ts";
import { type Child, startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { ROOT } from "../machine/root.ts";
import { exactly, type Report, type Say, told } from "./report.ts";
import { countsOf, type FrontProxy, failuresOf, startProxy } from "./restarts.ts";
import { payingOwner, people, type Rig } from "./rig.ts";
import { startUploaders } from "./uploaders.ts";

const BUSY = { connections: 16, perSecond: 800 };
const SIGNED_IN = { connections: 4, perSecond: 40 };

const ASSETS = "dist/client/assets";

type Release = { name: string; checkout: string };

/**
 * Two processes behind nginx or Caddy, taken from an older release to this one and back, one at a time, under load: the first
 * new process migrates the database while the old one goes on, and on the way back the old ones meet the new schema.
 */
export async function upgrades(
	rig: Rig,
	{ proxy, rounds, older }: { proxy: FrontProxy; rounds: number; older: string },
	say: Say,
): Promise<Report> {
	const [from, to]: [Release, Release] = [
		{ name: "older", checkout: await placed(rig, { name: "older", checkout: path.resolve(older), other: ROOT }) },
		{ name: "newest", checkout: await placed(rig, { name: "newest", checkout: ROOT, other: path.resolve(older) }) },
	];
	const ports = [await freePort(), await freePort()];
	const start = (release: Release, port = 0) => startService(environment(rig, port), release.checkout);
	const running = new Map<number, Child>();
	for (const port of ports) running.set(port, await start(from, port));
	const owner = await payingOwner(rig, { port: ports[0] ?? 0 });
	const balancer = await startProxy(proxy, ports);
	const visitors = [startClients({ ...BUSY, port: balancer.port, next: people(rig.paths) })];
	const signedIn = startClients({ ...SIGNED_IN, port: balancer.port, next: readers(cookieOf(owner)) });
	const uploaders = startUploaders({ owner, port: balancer.port, atOnce: 1 });
	const pages = startPages(balancer.port);
	const untilMore = async () => {
		const made = uploaders.links.length + 3;
		while (uploaders.links.length < made) await new Promise((resolve) => setTimeout(resolve, 20));
	};

	/** How the processes of each release ended. */
	const ends: Record<string, (number | null)[]> = { [from.name]: [], [to.name]: [] };
	for (let round = 1; round <= rounds; round++)
		for (const release of [to, from])
			for (const port of ports) {
				await untilMore();
				const code = await running.get(port)?.stop();
				ends[release === to ? from.name : to.name]?.push(code ?? null);
				running.set(port, await start(release, port));
				await balancer.untilReady(port);
				const wrong = [...visitors.map((each) => each.tally("go").wrong), signedIn.tally("api").wrong];
				say(
					`round ${round}: ${port} is the ${release.name} release now, ended with ${code}, wrong ${JSON.stringify(wrong)}`,
				);
			}
	await untilMore();
	await Promise.all([uploaders.stop(), pages.stop()]);
	await Promise.all([...visitors, signedIn].map((each) => each.stop()));
	const pictures = await uploaders.figures(ports);
	await balancer.close();
	await Promise.all([...running.values()].map((child) => child.stop()));
	const { sent, right, wrong } = signedIn.tally("api");
	return {
		part: "upgrade",
		figures: [
			told("processes that changed release", rounds * 2 * ports.length),
			told("exit codes of the older release", String(ends[from.name])),
			exactly("exit codes of this one, other than 0", (ends[to.name] ?? []).filter((code) => code !== 0).length, 0),
			...failuresOf(visitors),
			told("requests of somebody signed in", sent),
			exactly("of these failed", `${sent - right} ${JSON.stringify(wrong)}`, "0 {}"),
			...pages.figures(),
			...pictures,
			...(await countsOf(rig, visitors)),
		],
	};
}

/** A release in a folder of its own, with the other one's scripts next to its own, as docs/operating.md wants it (section 18). */
async function placed(rig: Rig, { name, checkout, other }: Release & { other: string }): Promise<string> {
	const place = path.join(rig.dir, name);
	for (const part of ["dist", "migrations", "package.json"])
		await cp(path.join(checkout, part), path.join(place, part), { recursive: true });
	await symlink(await realpath(path.join(checkout, "node_modules")), path.join(place, "node_modules"));
	await cp(path.join(other, ASSETS), path.join(place, ASSETS), { recursive: true, force: false });
	return place;
}

/** One data folder for all, and what lets an older release start on the newer schema; it knows no such variable. */
function environment(rig: Rig, port: number): Record<string, string> {
	return {
		DATABASE_URL: rig.databaseUrl,
		DATA_DIR: path.join(rig.dir, "shared"),
		PORT: String(port),
		TRUST_PROXY: "1",
		LOG_LEVEL: "fatal",
		ALLOW_NEWER_SCHEMA: "1",
	};
}

/** Someone who opens the first page over and over, with each file that it names. */
function startPages(port: number) {
	const failed: string[] = [];
	let opened = 0;
	let isStopped = false;
	async function open(path: string): Promise<string> {
		const answer = await fetch(`http://127.0.0.1:${port}${path}`);
		const text = await answer.text();
		if (answer.status !== 200) failed.push(`${answer.status} for ${path}`);
		return text;
	}
	async function keepOpening(): Promise<void> {
		while (!isStopped) {
			const page = await open("/");
			for (const [file] of page.matchAll(/\/assets\/[\w.-]+/g)) await open(file);
			opened += 1;
		}
	}
	const opening = keepOpening();
	return {
		async stop() {
			isStopped = true;
			await opening;
		},
		figures: () => [
			told("pages opened", opened),
			exactly("files of pages that failed", failed.length, 0),
			...failed.slice(0, 5).map((each) => told("failed", each)),
		],
	};
}

/** Anyone who is signed in reads what the dashboard reads. */
function readers(cookie: string): () => Call {
	const calls = [API.auth.user, API.links.monthlyUsage, API.stats.views].map((each) => ({
		name: "api",
		request: getRequest(each, { Cookie: cookie }),
		status: 200,
	}));
	let asked = 0;
	return () => calls[asked++ % calls.length] as Call;
}
