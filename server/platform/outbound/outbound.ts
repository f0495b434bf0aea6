import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { abortable } from "#server/platform/work/abortable.ts";
import { watchOwnTime } from "#server/platform/work/own-time.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { createConnections, hostOf } from "./connection.ts";
import { createFetchQueue } from "./fetch-queue.ts";
import { oneHop } from "./one-hop.ts";
import type { Body } from "./read-body.ts";
import { createSiteLimits, type Fetch, type SiteLimits } from "./site-limits.ts";
import { pagesAway } from "./unavailable-pages.ts";
import type { Wire } from "./wire.ts";

export type OutboundRequest = {
	/** As `new URL()` wrote it; judged here. */
	url: URL;
	/** The account on whose behalf: each has a rate, a queue and a share of every site of its own. */
	userId: string;
	/** The media types that are wanted, as the `Accept` header says it. */
	accept: string;
	/** The most bytes of the body, once unpacked; what is beyond is not read. */
	maxBytes: number;
	/** Aborted when the caller no longer waits. */
	signal?: AbortSignal | undefined;
};

export type OutboundAnswer = Body & {
	/** The address that answered, after redirects. */
	url: URL;
	status: number;
	/** Each one's first text, by its name in small letters. */
	headers: Record<string, string>;
};

/** What the door allows; the numbers of P142. */
export type OutboundLimits = SiteLimits & {
	connectMs: number;
	/** From the end of the line to the last byte, however many redirects there are. */
	totalMs: number;
	redirects: number;
	headerBytes: number;
	atOnce: number;
	/** More than one only while most places are free. */
	atOncePerAccount: number;
	/** From the beginning of one request to that of the next. */
	apartMs: number;
	waiting: number;
	waitingPerAccount: number;
	/** The longest that one waits in line; longer than a fetch may take, so that each newcomer has a turn. */
	waitMs: number;
	perUserAMinute: number;
};

const MB = 1_024 * 1_024;

const LIMITS = {
	redirects: 5,
	headerBytes: 16_384,
	atOnce: 8,
	atOncePerAccount: 2,
	apartMs: 50,
	waiting: 50,
	waitingPerAccount: 6,
	perUserAMinute: 20,
	perHost: { all: 60, account: 6 },
	perAddress: { all: 120, account: 15 },
	bytesPerAddress: { all: 100 * MB, account: 30 * MB },
};

/** The limits of P142 with these deadlines. */
export function outboundLimits(deadlines: Pick<Deadlines, "outboundConnect" | "outboundTotal" | "outboundTurn">) {
	const { outboundConnect: connectMs, outboundTotal: totalMs, outboundTurn: waitMs } = deadlines;
	return { ...LIMITS, connectMs, totalMs, waitMs } satisfies OutboundLimits;
}

type Options = {
	wire: Wire;
	/** Named in the user agent. */
	publicOrigin: string;
	ownOrigins: readonly string[];
	limits: OutboundLimits;
	/** Called again and again while bodies are read. */
	rest?: () => void;
	now?: () => number;
	watchTime?: typeof watchOwnTime;
};

export type Outbound = { get: (request: OutboundRequest) => Promise<OutboundAnswer> };

const MINUTE_MS = 60_000;

/**
 * The one door to strangers' addresses (P142): every address of every hop is judged and then connected to as judged;
 * time, size and number are limited. Nothing is sent but the address, what we accept and who we are.
 */
export function createOutbound(options: Options): Outbound {
	const { wire, publicOrigin, ownOrigins, limits, rest = () => {}, now = Date.now, watchTime = watchOwnTime } = options;
	const connections = createConnections({ wire, ownOrigins, ownAddresses, connectMs: limits.connectMs });
	const turn = createFetchQueue(limits);
	const userRate = createRateLimiter({ max: limits.perUserAMinute, perMs: MINUTE_MS, now });
	const sites = createSiteLimits({ limits, now });
	const userAgent = `Visualink/1.0 (link preview; +${publicOrigin}/)`;

	/**
	 * Fetches an address with GET, following redirects.
	 * @throws AppError "address_refused" (not public, or none to be asked), "unreachable" (no answer that could be used, in
	 * time), "too_many" (this account, this host, this server or this process has asked enough), "unavailable" (no turn, or a
	 * late machine); the reason of `signal` once it is aborted
	 */
	async function get(request: OutboundRequest): Promise<OutboundAnswer> {
		if (!userRate.take(request.userId)) {
			const { retryAfterSeconds } = userRate.refusal(request.userId);
			throw new AppError("rate_limited", "You've read many pages in the last minute. Try again in a minute.", {
				retryAfterSeconds,
			});
		}
		// Needs no place, however many wait for one.
		connections.judgeSpelling(request.url);
		const release = await turn(request.userId, request.signal);
		try {
			return await inTime(request);
		} finally {
			release();
		}
	}

	async function inTime(request: OutboundRequest): Promise<OutboundAnswer> {
		const deadline = AbortSignal.timeout(limits.totalMs);
		const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
		const ownTime = watchTime();
		try {
			// A name server that says nothing never ends by itself.
			return await abortable(followed(request, signal), signal);
		} catch (error) {
			request.signal?.throwIfAborted();
			if (error instanceof AppError) throw error;
			if (isTimeout(error) && ownTime.isLate()) throw pagesAway(error);
			const host = request.url.hostname;
			const words = deadline.aborted ? `${host} took too long to answer` : `${host} could not be reached`;
			throw new AppError("unreachable", words, { cause: error });
		} finally {
			ownTime.stop();
		}
	}

	async function followed(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
		const fetch = sites.begin(request.userId);
		let url = request.url;
		for (let hop = 0; hop <= limits.redirects; hop += 1) {
			const outcome = await ask({ ...request, url, signal }, fetch);
			if (!(outcome instanceof URL)) return outcome;
			url = outcome;
		}
		throw new AppError("unreachable", `${request.url.hostname} redirects more than ${limits.redirects} times`);
	}

	/** @returns where a redirect leads, or the answer */
	async function ask(request: OutboundRequest & { signal: AbortSignal }, fetch: Fetch): Promise<URL | OutboundAnswer> {
		const { url, signal, maxBytes } = request;
		const addresses = await connections.addressesOf(url, signal);
		const host = hostOf(url);
		fetch.host(host);
		let giveBack = (_came: number) => {};
		let socket: Socket | null = null;
		const admit = (address: string) => {
			giveBack(0);
			giveBack = fetch.address(address, host, maxBytes);
		};
		try {
			socket = await connections.open({ url, addresses, signal, admit });
			return await oneHop({ request, socket, userAgent, limits, rest });
		} finally {
			giveBack(socket?.bytesRead ?? 0);
		}
	}

	return { get };
}

/** Of a signal, or of what waits with one. */
function isTimeout(error: unknown): boolean {
	return error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);
}

function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
