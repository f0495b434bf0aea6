import { AppError } from "#server/platform/http/app-error.ts";
import type { PostAnswer } from "#server/platform/outbound/post.ts";
import { WEBHOOK_TRIES, WEBHOOK_WAITS } from "#shared/api/webhooks/webhook.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** An endpoint can ask for no more patience than this. */
const RETRY_AFTER_MAX_MS = HOUR;
/** After a 429 that doesn't say how long, and after trouble of our own. */
const BUSY_MS = MINUTE;
const UNSENT_MS = 5 * SECOND;
const ERROR_MAX = 200;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What became of one try. `pauseMs`: for how long the endpoint asked not to be called. */
export type Outcome = {
	/** Null: the try doesn't count. */
	isSuccess: boolean | null;
	state: "waiting" | "delivered" | "failed";
	/** Milliseconds until the next try of a waiting one. */
	waitMs: number;
	isGone: boolean;
	pauseMs: number;
	status: number | null;
	error: string | null;
	answer: string | null;
};

type Random = () => number;

/** Judges an answer: only a 2xx is success, a 410 turns the endpoint off, and a 429 costs no try. @param tries before it */
export function outcomeOf({ status, headers, text }: PostAnswer, tries: number, random: Random = Math.random): Outcome {
	// PostgreSQL stores no NUL.
	const answered = { status, answer: text.replaceAll("\0", "\ufffd"), isGone: status === 410, pauseMs: 0 };
	if (status >= 200 && status < 300) {
		return { ...answered, isSuccess: true, state: "delivered", waitMs: 0, error: null };
	}
	const asked = retryAfterMs(headers["retry-after"]);
	const error = wordsFor(status);
	if (status === 429) {
		const pauseMs = asked ?? jittered(BUSY_MS, random);
		return { ...answered, isSuccess: null, state: "waiting", waitMs: pauseMs, pauseMs, error };
	}
	if (answered.isGone) return { ...answered, isSuccess: false, state: "failed", waitMs: 0, error };
	const next = afterFailure(tries, random);
	const pauseMs = (status === 503 && asked) || 0;
	return { ...answered, isSuccess: false, ...next, waitMs: Math.max(next.waitMs, asked ?? 0), pauseMs, error };
}

/** Judges a try without an answer. Trouble of our own costs no try. */
export function outcomeOfError(error: unknown, tries: number, random: Random = Math.random): Outcome {
	const nothing = { status: null, answer: null, isGone: false, pauseMs: 0 };
	if (error instanceof AppError && (error.code === "unreachable" || error.code === "address_refused")) {
		const words = error.code === "address_refused" ? "The address isn't on the public internet" : error.message;
		return { ...nothing, isSuccess: false, ...afterFailure(tries, random), error: words.slice(0, ERROR_MAX) };
	}
	return { ...nothing, isSuccess: null, state: "waiting", waitMs: jittered(UNSENT_MS, random), error: null };
}

function afterFailure(tries: number, random: Random): Pick<Outcome, "state" | "waitMs"> {
	if (tries + 1 >= WEBHOOK_TRIES) return { state: "failed", waitMs: 0 };
	return { state: "waiting", waitMs: jittered((WEBHOOK_WAITS[tries] ?? 0) * SECOND, random) };
}

/**
 * Between half the wait and one and a half: what failed together comes back spread over as long as it waited. From zero,
 * as usual for clients of one server, the tenth try would come after half the time that is promised.
 */
function jittered(ms: number, random: Random): number {
	return Math.round(ms * (0.5 + random()));
}

/** Seconds or a date (RFC 9110, section 10.2.3), at most an hour. */
function retryAfterMs(text: string | undefined): number | null {
	if (text === undefined) return null;
	const isSeconds = /^\d+$/.test(text);
	// A date begins with its day's name: `Date.parse` finds a year in any text.
	if (!isSeconds && !HTTP_DATE.test(text)) return null;
	const ms = isSeconds ? Number(text) * SECOND : Date.parse(text) - Date.now();
	return Number.isNaN(ms) || ms <= 0 ? null : Math.min(ms, RETRY_AFTER_MAX_MS);
}

function wordsFor(status: number): string {
	if (REDIRECTS.has(status)) return `It answered ${status}: redirects aren't followed`;
	if (status === 410) return "It answered 410: the endpoint is gone";
	if (status === 429) return "It answered 429: too many requests";
	return `It answered ${status}`;
}
