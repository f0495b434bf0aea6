import { setTimeout as delay } from "node:timers/promises";
import { API } from "#shared/platform/api-paths.ts";
import { createLatencies, type Latencies } from "../latencies.ts";
import {
	type Account,
	type BystanderOrder,
	type BystanderReport,
	type ImportReport,
	type Seen,
	WEB,
} from "./messages.ts";
import { createShooter, filledForm, json, multipart, type Shot } from "./shots.ts";

/** Visitors arrive this often whatever became of those before; their wait counts from when they arrive. */
const VISITS_PER_SECOND = 50;
/** Less often than `billingReads` allows, though each phase begins with one. */
const DASHBOARD_MS = 1_250;
const SAVE_MS = 10_000;
/** A person may have six pages a minute of a host, two of which an import may need; every phase has a host of its own. */
const PREFILLS = { firstAfterMs: 3_000, everyMs: 15_000 };
/** Requests without an answer by then, after the end of a phase, count as unanswered. */
const GRACE_MS = 20_000;
const POLL_MS = 250;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const DASHBOARD = [
	API.auth.user,
	API.subscriptions.active,
	API.links.search,
	API.stats.views,
	API.links.monthlyUsage,
	API.latestDeliveries,
];

/**
 * Visitors of public links and one honest customer next to the attacks of `npm run night -- neighbours`, in a process of their own,
 * so that no attacker's work is their waiting.
 */
type Arguments = { port: number; honest: Account; paths: string[] };
const { port, honest, paths }: Arguments = JSON.parse(process.argv[2] ?? "");
const shooter = createShooter({ port });
const underway = new Set<Promise<void>>();
let visited = 0;
let phase = 0;
let end: AbortController | null = null;
let seen = { visitors: newSeen(), honest: newSeen() };

process.on("message", async (order: BystanderOrder) => {
	if (order === "end") process.send?.(await finish());
	else if ("import" in order) process.send?.(await importFile(order.import));
	else begin(order.begin.phase);
});
process.send?.("ready");

type Figures = { latencies: Latencies; wrong: Record<string, number> };
function newSeen(): Figures {
	return { latencies: createLatencies(), wrong: {} };
}

function begin(number: number): void {
	phase = number;
	end = new AbortController();
	seen = { visitors: newSeen(), honest: newSeen() };
	const { signal } = end;
	const startedAt = performance.now();
	let slot = 0;
	const timer = setInterval(() => {
		for (; slot < ((performance.now() - startedAt) * VISITS_PER_SECOND) / 1_000; slot += 1) {
			visit(startedAt + (slot * 1_000) / VISITS_PER_SECOND);
		}
	}, 5);
	signal.addEventListener("abort", () => clearInterval(timer));
	every(DASHBOARD_MS, signal, () => {
		for (const path of DASHBOARD) ask({ method: "GET", path });
	});
	every(SAVE_MS, signal, () => void save());
	// When an attack has begun, and not just before.
	const first = setTimeout(() => every(PREFILLS.everyMs, signal, prefill), PREFILLS.firstAfterMs);
	signal.addEventListener("abort", () => clearTimeout(first));
}

async function finish(): Promise<BystanderReport> {
	end?.abort();
	const waiting = new AbortController();
	const late = delay(GRACE_MS, undefined, { signal: waiting.signal }).catch(() => {});
	await Promise.race([Promise.all(underway), late]);
	waiting.abort();
	// Those that wait still are told by the connections' end.
	shooter.close();
	await Promise.all(underway);
	const plain = ({ latencies, wrong }: Figures): Seen => ({ steps: [...latencies.steps()], wrong });
	return { visitors: plain(seen.visitors), honest: plain(seen.honest) };
}

function every(ms: number, signal: AbortSignal, act: () => void): void {
	act();
	const timer = setInterval(act, ms);
	signal.addEventListener("abort", () => clearInterval(timer));
}

function visit(arrivedAt: number): void {
	const path = paths[visited++ % paths.length] ?? "";
	note(
		seen.visitors,
		{ method: "GET", path, headers: { "User-Agent": CHROME } },
		{ what: "visit", status: 302, arrivedAt },
	);
}

function ask(shot: Shot, status = 200): void {
	note(seen.honest, { cookie: honest.cookie, ...shot }, { what: shot.path, status, arrivedAt: performance.now() });
}

async function save(): Promise<void> {
	const slug = honest.links[0]?.slug ?? "";
	const form = filledForm({ title: `Saved at ${Date.now()}`, customLinkSlug: slug });
	ask({ method: "PUT", path: API.links.bySlug(slug), ...(await multipart(form)) });
}

function prefill(): void {
	ask({ method: "POST", path: API.links.prefill, ...json({ url: `http://${WEB.popular(phase)}/article` }) });
}

type Right = { what: string; status: number; arrivedAt: number };
function note({ latencies, wrong }: Figures, shot: Shot, { what, status, arrivedAt }: Right): void {
	const done = shooter
		.send(shot)
		.then(
			(answer) => (answer.status === status ? null : `${what} ${answer.status}`),
			() => `${what} unanswered`,
		)
		.then((problem) => {
			latencies.add(performance.now() - arrivedAt);
			if (problem) wrong[problem] = (wrong[problem] ?? 0) + 1;
		})
		.finally(() => underway.delete(done));
	underway.add(done);
}

/** Brings in two links whose titles their pages say. */
async function importFile({ phase: host, limitMs }: { phase: number; limitMs: number }): Promise<ImportReport> {
	const startedAt = performance.now();
	const { cookie } = honest;
	const row = (n: number) => `http://${WEB.popular(host)}/article?${n},https://example.com/picture.png\n`;
	const body = `target_url,image_url\n${row(1)}${row(2)}`;
	const checked = await shooter.send({ method: "POST", path: API.imports.all, cookie, type: "text/csv", body });
	const { id } = JSON.parse(checked.body.toString()) as { id: string };
	await shooter.send({ method: "POST", path: API.imports.start(id), cookie, ...json({ prefill: true }) });
	const isDone = async () => {
		const { body: told } = await shooter.send({ method: "GET", path: API.imports.all, cookie });
		return JSON.parse(told.toString()).state === "done";
	};
	let importedMs: number | null = null;
	while (importedMs === null && performance.now() - startedAt < limitMs) {
		await delay(POLL_MS);
		if (await isDone()) importedMs = performance.now() - startedAt;
	}
	await shooter.send({ method: "POST", path: API.imports.stop(id), cookie, ...json({}) });
	return { importedMs };
}
