import { type Call, getRequest, startClients } from "../load/clients.ts";
import { atLeast, exactly, type Report, type Say } from "./report.ts";
import type { Rig } from "./rig.ts";
import { measureVisitors, noticedByVisitors } from "./visitors.ts";

const ADDRESSES = 50;
const GUESSES_PER_SECOND = 2_000;

/** A flood of guessed names from many addresses is slowed down, and those who follow links hardly notice (row A19). */
export async function guesses(rig: Rig, say: Say): Promise<Report> {
	const service = await rig.start("guesses", { RATE_LIMITS: "on", TRUST_PROXY: "1" });
	const idle = await measureVisitors(rig, service.port);
	say(`p99 without guesses: ${idle.p99.toFixed(1)} ms`);

	const order = { port: service.port, connections: 32, perSecond: GUESSES_PER_SECOND };
	const guessers = startClients({ ...order, next: guess() });
	const flooded = await measureVisitors(rig, service.port, 10_000);
	await guessers.stop();
	say(`p99 with guesses: ${flooded.p99.toFixed(1)} ms`);
	const { right, wrong } = guessers.tally("guess");

	return {
		part: "guesses",
		figures: [
			...noticedByVisitors(idle, flooded, "guesses", 1.5),
			atLeast("guesses answered 404", right, 1),
			atLeast("guesses slowed down by 429", wrong[429] ?? 0, 1),
			exactly("guesses answered otherwise", Object.keys(wrong).join(), "429"),
			exactly("guesses without an answer", guessers.unanswered, 0),
			exactly("exit code", String(await service.stop()), "0"),
		],
	};
}

/** Never the same name twice, from each address in turn. */
function guess(): () => Call {
	let asked = 0;
	return () => {
		asked += 1;
		const headers = { "X-Forwarded-For": `198.51.100.${asked % ADDRESSES}` };
		return { name: "guess", request: getRequest(`/go/ada/guess${asked}`, headers), status: 404 };
	};
}
