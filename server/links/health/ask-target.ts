import type { ProbeAnswer, ProbeRequest, Prober } from "#server/platform/outbound/probe.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import type { HostTurns } from "./host-turns.ts";
import type { Outcome } from "./next-health.ts";
import { targetOf } from "./target-of.ts";

/** `at`: the address that decided, after redirects. */
export type Asked = { outcome: Outcome; at: URL };

type Options = { prober: Prober; turns: HostTurns };
type Wanted = {
	url: string;
	byGet: boolean;
	/** Certain failures before: each further try asks another way. */
	failures: number;
	/** The host's turn has been taken already. */
	hasTurn?: boolean;
	signal?: AbortSignal | undefined;
};

const MOST_HOPS = 6;
const MINUTE_MS = 60_000;
/** After a machine of ours was late, or another host's turn was taken by another target. */
const LATER_MS = { ours: 10 * MINUTE_MS, taken: 30 * MINUTE_MS };
/** Too early, too often, or slow: they say nothing about the page. */
const TRANSIENT = new Set([408, 425, 429]);

/** Asks a target and what it redirects to, each host in its turn (P682). */
export function createTargetAsker({ prober, turns }: Options) {
	return async function ask({ url, byGet, failures, hasTurn = false, signal }: Wanted): Promise<Asked> {
		let at = new URL(url);
		let turnOf = hasTurn ? hostOf(at) : null;
		for (let hop = 0; hop < MOST_HOPS; hop += 1) {
			// Redirects within a host belong to one visit.
			if (turnOf !== hostOf(at) && (await turns.take(hostOf(at))) > 0) {
				return { outcome: { kind: "later", afterMs: Math.ceil(Math.random() * LATER_MS.taken) }, at };
			}
			turnOf = hostOf(at);
			const answer = await prober.probe({ ...methodOf(byGet, failures), url: at, signal });
			if (!("next" in answer) || answer.next === null) return { outcome: outcomeOf(answer, { byGet }), at };
			const next = targetOf(answer.next.href);
			// An app's own scheme: the page sends people there.
			if (!next) return { outcome: { kind: "fine" }, at };
			at = new URL(next.url);
		}
		// Sites that want a cookie redirect forever.
		return { outcome: { kind: "unsure" }, at };
	};
}

/** A first byte may be refused where a page isn't, and IPv4 may answer what IPv6 doesn't. */
function methodOf(byGet: boolean, failures: number): Pick<ProbeRequest, "method" | "isRanged" | "rotation"> {
	return { method: byGet ? "GET" : "HEAD", isRanged: byGet && failures === 0, rotation: failures };
}

/** Only what is certain counts (P683). */
function outcomeOf(answer: ProbeAnswer, { byGet }: { byGet: boolean }): Outcome {
	if ("failure" in answer) {
		const { failure } = answer;
		if (failure === "ours") return { kind: "later", afterMs: LATER_MS.ours };
		if (failure === "no-such-name" || failure === "refused" || failure === "expired")
			return { kind: "failed", failure };
		return { kind: failure === "unreachable" && !byGet ? "by-get" : "unsure" };
	}
	const { status } = answer;
	if (status < 400) return { kind: "fine" };
	if (!byGet) return { kind: "by-get" };
	if (status === 404) return { kind: "failed", failure: "404" };
	if (status === 410) return { kind: "failed", failure: "410" };
	return { kind: status < 500 && !TRANSIENT.has(status) ? "fine" : "unsure" };
}
