import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startClients } from "../load/clients.ts";
import { memoryOf, slopeOf } from "./process-figures.ts";
import { atLeast, atMost, exactly, type Report, type Say, told } from "./report.ts";
import { people, type Rig, type Service } from "./rig.ts";

const TOKEN = "a-token-for-the-steady-run";
const DISK = "1m";
const SLOPE_MB_PER_MINUTE = 5;
const UNTIL_DROPPING_MS = 10 * 60_000;

/** The database away and the disk for views full: visitors are served, what is lost is counted and said (row B6). */
export async function fullDisk(rig: Rig, { seconds }: { seconds: number }, say: Say): Promise<Report> {
	if (process.getuid?.() !== 0) {
		say("skipped: only root can make a tiny disk");
		return { part: "full-disk", figures: [told("skipped", "only root can make a tiny disk")] };
	}
	const spool = path.join(rig.dir, "disk", "view-spool");
	await mkdir(spool, { recursive: true });
	execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", spool]);
	try {
		return await run(rig, seconds, say);
	} finally {
		execFileSync("umount", ["--lazy", spool]);
	}
}

async function run(rig: Rig, seconds: number, say: Say): Promise<Report> {
	const service = await rig.start("disk", { METRICS_TOKEN: TOKEN, LOG_LEVEL: "error" });
	let output = "";
	service.onOutput((text) => {
		output += text;
	});
	const visitors = startClients({ port: service.port, connections: 64, next: people(rig.paths) });
	const visits = visitors.tally("go");
	while (visits.right < 5_000) await delay(20);
	rig.proxy.cut();
	const startedAt = performance.now();
	while ((await droppedBy(service)) === 0 && performance.now() - startedAt < UNTIL_DROPPING_MS) await delay(200);
	const fullAfter = performance.now() - startedAt;
	say(`disk and memory are full after ${Math.round(fullAfter)} ms`);

	const samples: { x: number; y: number }[] = [];
	const until = performance.now() + seconds * 1_000;
	while (performance.now() < until) {
		await delay(1_000);
		samples.push({ x: performance.now() / 60_000, y: memoryOf(service.pid()) });
	}
	const dropped = await droppedBy(service);
	await visitors.stop();
	rig.proxy.restore();
	const minutes = Math.ceil((performance.now() - startedAt) / 60_000) + 1;
	const lines = output.split("\n").filter((line) => line.includes("views are being dropped")).length;
	const slope = slopeOf(samples);
	const code = await service.stop();
	return {
		part: "full-disk",
		figures: [
			told("visits", visits.sent),
			exactly("visits not answered 302", visits.sent - visits.right, 0),
			told("full after, ms", fullAfter),
			atLeast("views dropped and counted in the metrics", dropped, 1),
			atLeast("lines that say so", lines, 1),
			atMost("lines that say so, at one a minute", lines, minutes),
			told("log, characters", output.length),
			told("memory at the end, MB", samples.at(-1)?.y ?? 0),
			seconds >= 60
				? atMost("memory slope once full, MB a minute", slope, SLOPE_MB_PER_MINUTE)
				: told("memory slope once full, MB a minute (too short to judge under 60 s)", slope),
			exactly("exit code", String(code), "0"),
		],
	};
}

async function droppedBy(service: Service): Promise<number> {
	const answer = await fetch(`http://127.0.0.1:${service.port}/metrics`, {
		headers: { authorization: `Bearer ${TOKEN}` },
	});
	return Number(/^visualink_views_dropped_total (\d+)/m.exec(await answer.text())?.[1] ?? 0);
}
