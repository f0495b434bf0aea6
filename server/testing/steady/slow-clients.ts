import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { descriptorsOf } from "./process-figures.ts";
import { atLeast, atMost, exactly, type Report, type Say } from "./report.ts";
import type { Rig } from "./rig.ts";
import { measureVisitors, noticedByVisitors } from "./visitors.ts";

/** Answers that are not taken are given up last (P472). */
const FREED_WITHIN_MS = 140_000;
const TRICKLE_MS = 1_000;
const AT_ONCE = 100;
/** More than the system's buffers between two processes hold for one who does not read. */
const ANSWERS_NOT_TAKEN = 16;
/** Until all are accepted, and the buffers of those who do not read are full. */
const SETTLE_MS = 4_000;

/**
 * A third of the connections send their headers a byte at a time, a third their body, and a third do not take what
 * they asked for: visitors hardly notice, and all are closed in time (row G7).
 */
export async function slowClients(rig: Rig, { connections }: { connections: number }, say: Say): Promise<Report> {
	const service = await rig.start("slow");
	const script = await largestScript(`http://127.0.0.1:${service.port}`);
	const before = descriptorsOf(service.pid());
	const idle = await measureVisitors(rig, service.port);
	say(`p99 without them: ${idle.p99.toFixed(1)} ms`);

	const attackers: Attacker[] = [];
	while (attackers.length < connections) {
		// Not more at once than may wait to be accepted.
		for (let n = 0; n < AT_ONCE; n++) attackers.push(attack(service.port, n % 3, script));
		while (attackers.some(({ isOpen }) => !isOpen)) await delay(10);
	}
	const startedAt = performance.now();
	await delay(SETTLE_MS);
	const held = descriptorsOf(service.pid()) - before;
	const attacked = await measureVisitors(rig, service.port);
	say(`p99 with ${held} of them: ${attacked.p99.toFixed(1)} ms`);
	while (descriptorsOf(service.pid()) > before + 10 && performance.now() - startedAt < FREED_WITHIN_MS + 10_000)
		await delay(50);
	const freedAfter = performance.now() - startedAt;
	for (const { end } of attackers) end();

	return {
		part: "slow-clients",
		figures: [
			atLeast("slow connections held", held, connections * 0.95),
			...noticedByVisitors(idle, attacked, "them", 2),
			atMost("all closed after, ms", freedAfter, FREED_WITHIN_MS),
			exactly("exit code", String(await service.stop()), "0"),
		],
	};
}

type Attacker = { isOpen: boolean; end: () => void };

function attack(port: number, kind: number, script: string): Attacker {
	const socket = net.connect(port, "127.0.0.1");
	const attacker: Attacker = { isOpen: false, end: () => socket.destroy() };
	let trickle: NodeJS.Timeout | undefined;
	socket.on("connect", () => {
		attacker.isOpen = true;
		if (kind === 2) {
			socket.pause();
			socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(ANSWERS_NOT_TAKEN));
			return;
		}
		if (kind === 0) socket.write("GET /go/ada/link1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
		else socket.write("POST /go/ada/link1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
		trickle = setInterval(() => socket.write("a"), TRICKLE_MS);
	});
	socket.on("error", () => {});
	socket.on("close", () => clearInterval(trickle));
	return attacker;
}

/** The path of the client's script, the largest thing that anyone may ask for. */
async function largestScript(origin: string): Promise<string> {
	const page = await (await fetch(origin)).text();
	const path = /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
	if (path === undefined) throw new Error("The page names no script.");
	return path;
}
