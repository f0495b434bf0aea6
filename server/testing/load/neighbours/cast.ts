import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "../../machine/built-service.ts";
import { startReady } from "../../machine/built-service.ts";
import type { startKillableService } from "../../machine/kill-runner.ts";
import { memoryOf } from "../../steady/process-metrics.ts";
import { createLatencies, type Latencies } from "../latencies.ts";
import type { Attack } from "./attacks.ts";
import { bytesBelow, realSources, stripeCalls } from "./costs.ts";
import type {
	Account,
	BystanderOrder,
	BystanderReport,
	HostileOrder,
	HostileReport,
	ImportReport,
	Seen,
} from "./messages.ts";
import type { Measured } from "./report.ts";

type Options = {
	port: number;
	service: Awaited<ReturnType<typeof startKillableService>>;
	web: Child;
	hostile: Account[];
	honest: Account;
	/** Of links that visitors open. */
	paths: string[];
	token: string;
	dataDir: string;
};

const SAMPLE_MS = 500;
/** The service answers again within this after an attack, or is started again. */
const BACK_MS = 60_000;
const SOON_MS = 100;
/** After which memory is read. */
const SETTLED_MS = 4_000;
const BEGUN_MS = 3_000;
/** An honest import of two rows takes some 15 s. */
const IMPORT_MS = 60_000;

/** Everyone who takes part, each in a process of their own: hostile accounts, bystanders, and the web that they name. */
export async function createCast({ port, service, web, hostile, honest, paths, token, dataDir }: Options) {
	const start = (name: string, args: object) =>
		startReady(`server/testing/load/neighbours/${name}.ts`, { args: [JSON.stringify({ port, ...args })] });
	const bystanders = await start("bystanders", { honest, paths });
	const attackers = await start("hostile", { accounts: hostile, paths: paths.slice(0, 1) });
	let phase = 0;

	const tell = (order: BystanderOrder) => bystanders.process.send(order);
	const order = (what: HostileOrder) => attackers.process.send(what);

	async function endBystanders(): Promise<BystanderReport> {
		const heard = answerOf<BystanderReport>(bystanders);
		tell("end");
		return heard;
	}

	/** @returns what visitors waited while nobody attacked */
	async function quiet(ms: number): Promise<Latencies> {
		phase += 1;
		tell({ begin: { phase } });
		await delay(ms);
		const { visitors, honest: customer } = await endBystanders();
		const wrong = { ...visitors.wrong, ...customer.wrong };
		if (Object.keys(wrong).length > 0) process.stderr.write(`Wrong in a quiet time: ${JSON.stringify(wrong)}\n`);
		return latenciesOf(visitors);
	}

	/** One attack, with those next to it. */
	async function beside(
		attack: Attack,
		{ attackMs, quietP99 }: { attackMs: number; quietP99: number },
	): Promise<Measured> {
		phase += 1;
		const before = memoryOf(service.pid());
		let peak = before;
		const sampling = setInterval(() => {
			peak = Math.max(peak, memoryOf(service.pid()));
		}, SAMPLE_MS);
		const cost = await costOf(attack);
		tell({ begin: { phase } });
		order({ attack: attack.name, phase });
		const [imported] = await Promise.all([attack.cost === "import" ? importBeside() : null, delay(attackMs)]);
		const stopped = answerOf<HostileReport>(attackers);
		order("stop");
		const seen = await endBystanders();
		const { statuses } = await stopped;
		const isBack = await recovered();
		await delay(SETTLED_MS);
		clearInterval(sampling);
		const after = memoryOf(service.pid());
		if (!isBack) await service.kill();
		return {
			name: attack.name,
			quietP99,
			visitors: latenciesOf(seen.visitors),
			honest: latenciesOf(seen.honest),
			wrong: { ...seen.visitors.wrong, ...seen.honest.wrong },
			memory: { before, peak, after },
			isBack,
			answers: statuses,
			cost: imported === null ? (isBack ? await cost(attackMs) : "") : imported,
		};
	}

	/** Once the attack is at it. */
	async function importBeside(): Promise<string> {
		await delay(BEGUN_MS);
		const heard = answerOf<ImportReport>(bystanders);
		tell({ import: { phase, limitMs: IMPORT_MS } });
		const { importedMs } = await heard;
		return importedMs === null
			? `honest import not done in ${IMPORT_MS / 1_000} s`
			: `honest import ${seconds(importedMs)}`;
	}

	/** Notes how things stand, and returns what tells how much more it is. */
	async function costOf({ cost }: Attack): Promise<(ms: number) => Promise<string>> {
		if (cost === "stripe calls") {
			const before = await stripeCalls(port, token);
			return async (ms) =>
				`${(((await stripeCalls(port, token)) - before) / (ms / 1_000)).toFixed(1)} calls to Stripe a second`;
		}
		if (cost === "disk") {
			const before = await bytesBelow(dataDir);
			return async (ms) => {
				const grown = (await bytesBelow(dataDir)) - before;
				return `${megabytes(grown)} on disk, ${megabytes((grown * 3_600_000) / ms)} an hour`;
			};
		}
		if (cost === "sources") return async () => `${await realSources(port, honestOfPath())} of 10 real sources shown`;
		if (cost === "fetches") {
			await fetched();
			return async () => {
				const counts = Object.entries(await fetched()).filter(([path]) => path !== "/article");
				return counts.map(([path, count]) => `${count} fetches of ${path}`).join(", ") || "no fetches";
			};
		}
		return async () => "";
	}

	/** The first of the links that visitors open is the second of the honest customer's. */
	function honestOfPath(): Account {
		return { ...honest, links: honest.links.slice(1) };
	}

	async function fetched(): Promise<Record<string, number>> {
		const heard = answerOf<Record<string, number>>(web);
		web.process.send("count");
		return heard;
	}

	async function recovered(): Promise<boolean> {
		for (const until = performance.now() + BACK_MS; performance.now() < until; await delay(SAMPLE_MS)) {
			const askedAt = performance.now();
			const signal = AbortSignal.timeout(5_000);
			const isUp = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
				({ ok }) => ok,
				() => false,
			);
			if (isUp && performance.now() - askedAt < SOON_MS) return true;
		}
		return false;
	}

	async function stop(): Promise<void> {
		await Promise.all([bystanders.stop("SIGKILL"), attackers.stop("SIGKILL"), web.stop("SIGKILL")]);
	}

	return { quiet, beside, stop };
}

/** The next message of a process. */
async function answerOf<Answer>({ process: child }: Child): Promise<Answer> {
	const over = new AbortController();
	const ended = once(child, "exit", over).then(() => Promise.reject(new Error("A process of the cast has ended")));
	const [answer] = await Promise.race([once(child, "message", over), ended]).finally(() => over.abort());
	return answer as Answer;
}

function latenciesOf({ steps }: Seen): Latencies {
	const latencies = createLatencies();
	latencies.addAll({ steps: () => steps });
	return latencies;
}

function seconds(ms: number): string {
	return `${(ms / 1_000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}
