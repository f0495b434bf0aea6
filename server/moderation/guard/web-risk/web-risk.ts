import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { WebRiskApi } from "#server/platform/outbound/web-risk-api.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";

const HOUR_MS = 3_600_000;
/** Minimum cache time of an answer: for the save that requested it. */
const GOOD_MS = 5_000;
/** Google gives a cache time only for threats. */
const FINE_MS = 300_000;
const PAUSE_MS = 60_000;
const ANSWERS_MAX = 20_000;
const OPEN_MAX = 20_000;
const AT_ONCE = 4;
/** Threats are reported again after this: the link's transaction may still have been open the first time. */
const AGAIN_MS = 5_000;

type Answer = { until: number; threats: string[] };
type Options = {
	api: WebRiskApi;
	called: (outcome: "ok" | "failed") => void;
	answered: (threats: readonly string[]) => Promise<void>;
	now: () => Date;
	log: Pick<Logger, "warn">;
	timeoutMs?: number;
};

/**
 * Google Web Risk's Lookup API (P392), which receives saved links' addresses. While it fails, nothing changes; retries
 * back off from one minute.
 */
export function createWebRisk({ api, called, answered, now, log, timeoutMs = DEADLINES.webRisk }: Options) {
	const answers = new LRUCache<string, Answer>({ max: ANSWERS_MAX });
	const asking = new Map<string, Promise<void>>();
	const open = new Set<string>();
	let recent: string[] = [];
	let failures = 0;
	let pausedUntil = 0;

	function known(address: string): string[] | null {
		const answer = answers.get(address);
		return answer && answer.until > now().getTime() ? answer.threats : null;
	}

	function listed({ href }: URL): ModerationReason[] {
		const words = known(href) ?? [];
		return words.length > 0 ? [{ code: "web-risk", words, evidence: "closed" }] : [];
	}

	/** Whether our reason may still apply although `listed` lacks it; looks it up later. */
	function isUnsure({ code }: ModerationReason, url: URL): boolean {
		if (code !== "web-risk" || known(url.href)) return false;
		askLater([url]);
		return true;
	}

	/** Looks up unknown addresses within `timeoutMs`. Never rejects. */
	async function lookUp(urls: readonly URL[]): Promise<void> {
		await Promise.all(urls.map(({ href }) => ask(href)));
	}

	function askLater(urls: readonly URL[]): void {
		const unknown = urls.filter(({ href }) => !known(href) && !open.has(href));
		for (const { href } of unknown) if (open.size < OPEN_MAX) open.add(href);
		if (unknown.length > 0) work.wake();
	}

	function ask(address: string): Promise<void> {
		if (known(address) || pauseMs() > 0) return Promise.resolve();
		const asked = asking.get(address) ?? find(address).finally(() => asking.delete(address));
		asking.set(address, asked);
		return asked;
	}

	async function find(address: string): Promise<void> {
		try {
			const answer = await api.search(address, { timeoutMs });
			if (!answer) log.warn({ host: new URL(address).host }, "Web Risk can't judge an address; it is taken as fine");
			const { threats, expireTime } = answer ?? { threats: [] };
			const at = now().getTime();
			const until = threats.length > 0 ? Math.max(expireTime ?? 0, at + GOOD_MS) : at + FINE_MS;
			answers.set(address, { until, threats });
			failures = 0;
			called("ok");
		} catch (error) {
			if (pauseMs() === 0) failures += 1;
			pausedUntil = now().getTime() + Math.min(HOUR_MS, PAUSE_MS * 2 ** (failures - 1));
			called("failed");
			log.warn({ err: error }, "Web Risk could not be asked about an address; it will be later");
		}
	}

	function pauseMs(): number {
		return Math.max(0, pausedUntil - now().getTime());
	}

	/** Looks up all open addresses. @returns milliseconds until the next run */
	async function askOpen(stopping: AbortSignal): Promise<number> {
		const threats: string[] = [];
		while (open.size > 0 && !stopping.aborted && pauseMs() === 0) {
			const next = [...open].slice(0, AT_ONCE);
			await Promise.all(next.map(ask));
			for (const address of next) {
				const found = known(address);
				open.delete(address);
				// At the end, so that one that always fails doesn't delay the others.
				if (!found) open.add(address);
				if (found?.length) threats.push(address);
			}
		}
		const again = recent;
		recent = threats;
		await answered([...threats, ...again]);
		if (open.size > 0) return pauseMs();
		return recent.length > 0 ? AGAIN_MS : HOUR_MS;
	}

	const work: Repeated = repeat({
		work: askOpen,
		everyMs: HOUR_MS,
		retryMs: PAUSE_MS,
		failed: (error) => log.warn({ err: error }, "links could not be compared with Web Risk; they will be later"),
	});

	return { listed, isUnsure, lookUp, askLater, work };
}
