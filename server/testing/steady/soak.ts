import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { API } from "#shared/api-paths.ts";
import { cookieOf } from "../app/browser.ts";
import { viewsOf } from "../app/seeded-links.ts";
import { createLink, linkForm } from "../app/subscriber.ts";
import { type Call, formRequest, getRequest, startClients } from "../load/clients.ts";
import { descriptorsOf, memoryOf, slopeOf } from "./process-figures.ts";
import { atMost, exactly, type Report, type Say, told } from "./report.ts";
import { owner, people, type Rig, type Service } from "./rig.ts";

const SLOPE_MB_PER_MINUTE = 1;
const API_P99_MS = 250;
const MORE_DESCRIPTORS = 20;
const SAMPLE_MS = 5_000;
const SAY_MS = 60_000;
/** The heap finds its size in the first part of a run; a shorter run than this tells nothing of the memory. */
const WARM_UP_SHARE = 0.25;
const TELLING_MINUTES = 10;
const CRAWLER = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";

type Plan = { minutes: number; perSecond: number; requests: number };
type Sample = { minute: number; memory: number; descriptors: number };

/**
 * Everything at once for a long time: people, preview fetchers, misses, API reads, edits and uploads. Ends after
 * `minutes`, or later after `requests`. The memory stays flat, and what was answered is counted (rows G13, B7).
 */
export async function soak(rig: Rig, { minutes, perSecond, requests }: Plan, say: Say): Promise<Report> {
	const service = await rig.start("soak");
	const calls = await mixedCalls(rig, service);
	const clients = startClients({ port: service.port, connections: 32, perSecond, next: calls.next });
	const sent = () => calls.names.reduce((sum, name) => sum + clients.tally(name).sent, 0);
	const samples: Sample[] = [];
	const startedAt = performance.now();
	const minute = () => (performance.now() - startedAt) / 60_000;
	let saidAt = startedAt;
	while (minute() < minutes || sent() < requests) {
		await delay(SAMPLE_MS);
		const pid = service.pid();
		samples.push({ minute: minute(), memory: memoryOf(pid), descriptors: descriptorsOf(pid) });
		if (performance.now() - saidAt < SAY_MS) continue;
		saidAt = performance.now();
		say(`minute ${minute().toFixed(0)}: ${sent()} requests, ${samples.at(-1)?.memory.toFixed(0)} MB`);
	}
	await clients.stop();
	const code = await service.stop();

	const warm = samples.filter((sample) => sample.minute >= minute() * WARM_UP_SHARE);
	const slope = slopeOf(warm.map((sample) => ({ x: sample.minute, y: sample.memory })));
	const [first, last] = [warm[0]?.descriptors ?? 0, warm.at(-1)?.descriptors ?? 0];
	const answered = clients.tally("go").right + clients.tally("card").right;
	const { total, wrongCounters } = await viewsOf(rig.pool);
	return {
		part: "soak",
		figures: [
			told("minutes", minute()),
			told("requests", sent()),
			...calls.names
				.filter((name) => name !== "api")
				.map((name) => told(`${name}: p99, ms`, clients.tally(name).latencies.percentile(0.99))),
			atMost(
				"api: p99, ms, totals of views among them (row B13)",
				clients.tally("api").latencies.percentile(0.99),
				API_P99_MS,
			),
			exactly("wrong answers", wrongAnswers(calls.names.map((name) => [name, clients.tally(name).wrong])), "{}"),
			exactly("requests without an answer", clients.unanswered, 0),
			exactly("views counted, less answered", total - answered, 0),
			exactly("wrong counters", wrongCounters, 0),
			told("memory at the end, MB", samples.at(-1)?.memory ?? 0),
			minutes >= TELLING_MINUTES
				? atMost("memory slope, MB a minute", slope, SLOPE_MB_PER_MINUTE)
				: told(`memory slope, MB a minute (too short to judge under ${TELLING_MINUTES} minutes)`, slope),
			atMost("more descriptors at the end than after the warm-up", last - first, MORE_DESCRIPTORS),
			exactly("exit code", String(code), "0"),
		],
	};
}

type MixedCalls = { next: () => Call; names: string[] };

/** In a thousand: 600 people, 200 preview fetchers, 100 misses, 90 API reads, 9 edits, 1 upload. */
async function mixedCalls(rig: Rig, service: Service): Promise<MixedCalls> {
	const person = await owner(service);
	const picture = await noisePicture();
	const { linkSlug } = await createLink(person);
	const cookie = cookieOf(person);
	const visit = people(rig.paths);
	let asked = 0;

	const reads = [API.links.all, API.auth.user, API.stats.views, API.plans].map((path) => ({
		name: "api",
		request: getRequest(path, { Cookie: cookie }),
		status: 200,
	}));
	const edit = async (form: FormData, name: string): Promise<Call> => ({
		name,
		request: await formRequest(`PUT ${API.links.bySlug(linkSlug)}`, form, { Cookie: cookie }),
		status: 200,
	});
	const edits = await Promise.all([1, 2, 3].map((n) => edit(linkForm({ title: `Edited ${n}` }), "edit")));
	const upload = await edit(linkForm({ title: "With a picture", image: picture }), "upload");
	const card = (path: string) => ({ name: "card", request: getRequest(path, { "User-Agent": CRAWLER }), status: 200 });

	function next(): Call {
		const n = asked++ % 1_000;
		const spread = (n * 389) % 1_000;
		if (spread < 600) return visit();
		if (spread < 800) return card(rig.paths[asked % rig.paths.length] ?? "");
		if (spread < 900) return { name: "miss", request: getRequest(`/go/ada/missing${asked % 5_000}`), status: 404 };
		if (spread < 990) return reads[asked % reads.length] as Call;
		return spread < 999 ? (edits[asked % edits.length] as Call) : upload;
	}
	return { next, names: ["go", "card", "miss", "api", "edit", "upload"] };
}

async function noisePicture(): Promise<Blob> {
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#e8472b", noise } })
		.png()
		.toBuffer();
	return new Blob([new Uint8Array(png)], { type: "image/png" });
}

function wrongAnswers(all: [string, Record<string, number>][]): string {
	return JSON.stringify(Object.fromEntries(all.filter(([, wrong]) => Object.keys(wrong).length > 0)));
}
