import type { Logger } from "pino";
import { z } from "zod";
import type { WebRiskApi } from "#server/outbound/web-risk-api.ts";
import { SMALLEST } from "./prefixes.ts";

/** An answer is good for at least so long, else a save could not be judged by what was just found. */
const GOOD_MS = 60_000;
const PAUSE_MS = 60_000;
const PAUSE_MAX_MS = 3_600_000;
const ANSWERS_MAX = 20_000;

export const THREATS = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"] as const;
export type Threat = (typeof THREATS)[number];

const time = z.iso
	.datetime({ offset: true })
	.transform((text) => Date.parse(text))
	.optional();
const answer = z.object({
	threats: z
		.array(
			z.object({
				// Of kinds that nobody asked for, there may be more some day.
				threatTypes: z.array(z.string()),
				hash: z.string().transform((text) => Buffer.from(text, "base64").toString("hex")),
				expireTime: time,
			}),
		)
		.default([]),
	negativeExpireTime: time,
});

/** Until when no other hash with this beginning is a threat, and which ones are, each until when. */
type Known = { until: number; hashes: Map<string, { until: number; threats: Threat[] }> };

type Options = {
	api: Pick<WebRiskApi, "get">;
	/** How long a save waits. */
	timeoutMs: number;
	now: () => Date;
	log: Pick<Logger, "warn">;
	called: (outcome: "ok" | "failed") => void;
};

/**
 * Which whole hashes are threats, as Web Risk answers by their first four bytes, remembered for as long as it says. After
 * a failure it isn't asked for a minute, after each further one for twice as long.
 */
export function createFullHashes({ api, timeoutMs, now, log, called }: Options) {
	const answers = new Map<string, Known>();
	const asking = new Map<string, Promise<boolean>>();
	let failures = 0;
	let pausedUntil = 0;

	/** What is known of a hash; null: Web Risk has to be asked. */
	function threatsOf(hash: Buffer): readonly Threat[] | null {
		const known = answers.get(beginningOf(hash));
		if (!known) return null;
		const at = now().getTime();
		const found = known.hashes.get(hash.toString("hex"));
		if (found) return found.until > at ? found.threats : null;
		return known.until > at ? [] : null;
	}

	/** Asks about hashes that have this beginning, unless that is paused. @returns whether there is an answer. Never rejects */
	function ask(beginning: string): Promise<boolean> {
		const under = asking.get(beginning);
		if (under) return under;
		if (pauseMs() > 0) return Promise.resolve(false);
		const asked = find(beginning).finally(() => asking.delete(beginning));
		asking.set(beginning, asked);
		return asked;
	}

	async function find(beginning: string): Promise<boolean> {
		try {
			const parameters: [string, string][] = [["hashPrefix", webSafe(Buffer.from(beginning, "hex"))]];
			for (const threat of THREATS) parameters.push(["threatTypes", threat]);
			const text = await api.get("hashes:search", parameters, { timeoutMs });
			keep(beginning, answer.parse(JSON.parse(text.toString())));
			failures = 0;
			called("ok");
			return true;
		} catch (error) {
			// Of several at once that fail together, one counts.
			if (pauseMs() === 0) failures += 1;
			pausedUntil = now().getTime() + Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failures - 1));
			called("failed");
			log.warn({ err: error }, "Web Risk could not be asked about an address; it will be later");
			return false;
		}
	}

	function keep(beginning: string, { threats, negativeExpireTime }: z.infer<typeof answer>): void {
		const atLeast = now().getTime() + GOOD_MS;
		const hashes: Known["hashes"] = new Map();
		for (const { hash, threatTypes, expireTime } of threats) {
			const kinds = THREATS.filter((threat) => threatTypes.includes(threat));
			if (kinds.length > 0) hashes.set(hash, { until: Math.max(expireTime ?? 0, atLeast), threats: kinds });
		}
		answers.delete(beginning);
		answers.set(beginning, { until: Math.max(negativeExpireTime ?? 0, atLeast), hashes });
		const [oldest] = answers.size > ANSWERS_MAX ? answers.keys() : [];
		if (oldest !== undefined) answers.delete(oldest);
	}

	/** How long nothing is asked, in milliseconds; 0: not paused. */
	function pauseMs(): number {
		return Math.max(0, pausedUntil - now().getTime());
	}

	return { threatsOf, ask, pauseMs };
}

/** All that leaves this machine of an address: four bytes of a hash. */
export function beginningOf(hash: Buffer): string {
	return hash.toString("hex", 0, SMALLEST);
}

/** Bytes in an address: base64 without plus and slash, but padded. */
export function webSafe(bytes: Buffer): string {
	return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}
