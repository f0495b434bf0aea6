import type { Logger } from "pino";
import { DEADLINES } from "#server/config/deadlines.ts";
import type { WebRiskApi } from "#server/outbound/web-risk-api.ts";
import { type Repeated, repeat } from "#server/work/repeat.ts";
import type { GuardReason } from "#shared/guard/guard-reason.ts";
import { hashesOf } from "./address-hashes.ts";
import { applyOnThread } from "./diff-on-thread.ts";
import { beginningOf, createFullHashes, THREATS, type Threat, webSafe } from "./full-hashes.ts";
import { type ListDiff, type ThreatList, WrongChecksum } from "./list-diff.ts";
import { countOf, hasBeginning } from "./prefixes.ts";
import type { WebRiskFigures } from "./web-risk-figures.ts";

const EVERY_MS = 30 * 60_000;
const RETRY_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
const TIMEOUT_MS = 120_000;
/** What is asked about at the same time, and remembered to be: beginnings of hashes, and addresses of each. */
const AT_ONCE = 4;
const OPEN_MAX = 20_000;
const ADDRESSES_MAX = 1_000;
/** Threats are reported once more after it: the transaction that made their link may have been open the first time. */
const AGAIN_MS = 60_000;

const NAMES: Record<Threat, string> = {
	MALWARE: "malware",
	SOCIAL_ENGINEERING: "phishing",
	UNWANTED_SOFTWARE: "unwanted software",
};

type Options = {
	api: WebRiskApi;
	figures: WebRiskFigures;
	/** Called after lists changed: all live links are to be looked up again. */
	changed: () => Promise<void>;
	/** Called once Google was asked about addresses that were looked up: with those that are threats. */
	answered: (threats: readonly string[]) => Promise<void>;
	now: () => Date;
	log: Pick<Logger, "warn">;
	/** How long a save waits for Google's answer. */
	timeoutMs?: number;
	/** Before the first request. */
	firstAfterMs?: number;
	apply?: (present: ThreatList | null, answer: Buffer) => Promise<ListDiff>;
};

/**
 * Google Web Risk's lists by its update API (P392): beginnings of hashes are kept here and brought up to date, and Google is
 * asked about an address by four bytes of its hash, only where these are on a list. While it can't be asked, the lists stay
 * as they are, and an address that it would have to be asked about is fine.
 */
export function createWebRisk(options: Options) {
	const {
		api,
		figures,
		changed,
		answered,
		timeoutMs = DEADLINES.webRisk,
		now,
		log,
		firstAfterMs = 0,
		apply = applyOnThread,
	} = options;
	const lists = new Map<Threat, ThreatList>();
	/** What is to be asked about: addresses, by the beginning of a hash of theirs that is on a list. */
	const open = new Map<string, Set<string>>();
	/** Threats that were found last. */
	let recent: string[] = [];
	let hasToCompare = false;
	let failures = 0;
	const full = createFullHashes({ api, timeoutMs, now, log, called: (outcome) => figures.called("hashes", outcome) });

	function onLists(url: URL): Buffer[] {
		if (lists.size === 0) return [];
		return hashesOf(url.href).filter((hash) =>
			[...lists.values()].some(({ prefixes }) => hasBeginning(prefixes, hash)),
		);
	}

	/** The reason against this address, as far as is known; what isn't will be asked for. */
	function listed(url: URL): GuardReason[] {
		const threats = new Set<Threat>();
		for (const hash of onLists(url)) {
			const known = full.threatsOf(hash);
			for (const threat of known ?? []) threats.add(threat);
			if (known === null) askLater(beginningOf(hash), url);
		}
		const words = THREATS.filter((threat) => threats.has(threat)).map((threat) => NAMES[threat]);
		return words.length > 0 ? [{ code: "web-risk", words, evidence: "closed" as const }] : [];
	}

	function askLater(beginning: string, { href }: URL): void {
		const addresses = open.get(beginning) ?? new Set();
		if (addresses.size >= ADDRESSES_MAX || open.size >= OPEN_MAX) return;
		open.set(beginning, addresses.add(href));
		asking.wake();
	}

	/** Whether a reason of ours against this address may hold, although `listed` doesn't name it. */
	function isUnsure({ code }: GuardReason, url: URL): boolean {
		if (code !== "web-risk") return false;
		return lists.size < THREATS.length || onLists(url).some((hash) => full.threatsOf(hash) === null);
	}

	/** Asks about addresses what `listed` has to know, for a moment at most. Never rejects. */
	async function lookUp(urls: readonly URL[]): Promise<void> {
		const unknown = urls.flatMap(onLists).filter((hash) => full.threatsOf(hash) === null);
		await Promise.all([...new Set(unknown.map(beginningOf))].map(full.ask));
	}

	/** @returns milliseconds until lists are to be asked for again */
	async function update(stopping: AbortSignal): Promise<number> {
		const nexts: number[] = [];
		let hasFailed = false;
		for (const threat of THREATS) {
			if (stopping.aborted) return EVERY_MS;
			try {
				const { list, nextInMs } = await diffOf(threat);
				hasToCompare ||= list.token !== lists.get(threat)?.token;
				lists.set(threat, list);
				nexts.push(nextInMs);
				figures.called("diff", "ok");
			} catch (error) {
				hasFailed = true;
				// Without a token the next answer is the whole list.
				const present = lists.get(threat);
				if (present && error instanceof WrongChecksum) lists.set(threat, { ...present, token: "" });
				figures.called("diff", "failed");
				log.warn({ err: error, list: threat }, "a list of Web Risk could not be updated; it stays as it was");
			}
		}
		figures.kept([...lists.values()].reduce((sum, { prefixes }) => sum + countOf(prefixes), 0));
		if (hasToCompare) await changed();
		hasToCompare = false;
		failures = hasFailed ? failures + 1 : 0;
		if (hasFailed) return Math.min(DAY_MS, RETRY_MS * 2 ** (failures - 1));
		figures.updated(now());
		return Math.min(DAY_MS, Math.max(...nexts));
	}

	async function diffOf(threat: Threat) {
		const present = lists.get(threat) ?? null;
		const parameters: [string, string][] = [
			["threatType", threat],
			["constraints.supportedCompressions", "RAW"],
			["constraints.supportedCompressions", "RICE"],
		];
		if (present?.token) parameters.push(["versionToken", webSafe(Buffer.from(present.token, "base64"))]);
		const answer = await api.get("threatLists:computeDiff", parameters, { timeoutMs: TIMEOUT_MS });
		const answeredAt = now().getTime();
		const { list, nextAt } = await apply(present, answer);
		// A time in the past is another clock's.
		return { list, nextInMs: nextAt !== null && nextAt > answeredAt ? nextAt - answeredAt : EVERY_MS };
	}

	/** Asks about all that is open. @returns milliseconds until it goes on; null: once woken */
	async function askOpen(stopping: AbortSignal): Promise<number | null> {
		const asked = new Set<string>();
		while (open.size > 0 && !stopping.aborted && full.pauseMs() === 0) {
			await Promise.all(
				[...open].slice(0, AT_ONCE).map(async ([beginning, addresses]) => {
					if (!(await full.ask(beginning))) return;
					open.delete(beginning);
					for (const address of addresses) asked.add(address);
				}),
			);
		}
		const threats = [...asked].filter((address) => listed(new URL(address)).length > 0);
		const again = recent;
		recent = threats;
		if (asked.size > 0 || again.length > 0) await answered([...threats, ...again]);
		const next = [...(open.size > 0 ? [full.pauseMs()] : []), ...(recent.length > 0 ? [AGAIN_MS] : [])];
		return next.length > 0 ? Math.min(...next) : null;
	}

	const failed = (error: unknown) =>
		log.warn({ err: error }, "links could not be compared with Web Risk; they will be later");
	const updating = repeat({
		work: update,
		everyMs: EVERY_MS,
		retryMs: RETRY_MS,
		firstAfterMs,
		failed,
	});
	const asking = repeat({
		work: askOpen,
		everyMs: null,
		retryMs: RETRY_MS,
		failed,
	});
	const work: Repeated = {
		...updating,
		start() {
			asking.start();
			updating.start();
		},
		async stop() {
			await Promise.all([asking.stop(), updating.stop()]);
		},
	};

	return { listed, isUnsure, lookUp, work };
}
