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
import { createPost, type PostAnswer, type PostRequest } from "./post.ts";
import { createProbe, type Prober } from "./probe.ts";
import type { Body } from "./read-body.ts";
import { createSiteLimits, type Fetch, type SiteLimits } from "./site-limits.ts";
import { isTimeout, pagesAway } from "./unavailable-pages.ts";
import type { Wire } from "./wire.ts";

export type OutboundRequest = {
	url: URL;
	userId: string;
	accept: string;
	maxBytes: number;
	signal?: AbortSignal | undefined;
};

export type OutboundAnswer = Body & {
	url: URL;
	status: number;
	headers: Record<string, string>;
};

/** The limits of P142. */
export type OutboundLimits = SiteLimits & {
	connectMs: number;
	/** From leaving the queue to the last byte, including redirects. */
	totalMs: number;
	redirects: number;
	headerBytes: number;
	atOnce: number;
	/** More than one only while most permits are free. */
	atOncePerAccount: number;
	apartMs: number;
	waiting: number;
	waitingPerAccount: number;
	/** Longest wait in the queue; longer than a fetch may take, so that every account gets a permit. */
	waitMs: number;
	perUserAMinute: number;
	/** Of a POST, from its look-up to the answer. */
	postMs: number;
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
export function outboundLimits(
	deadlines: Pick<Deadlines, "outboundConnect" | "outboundTotal" | "outboundTurn" | "outboundPost">,
) {
	const { outboundConnect: connectMs, outboundTotal: totalMs, outboundTurn: waitMs, outboundPost: postMs } = deadlines;
	return { ...LIMITS, connectMs, totalMs, waitMs, postMs } satisfies OutboundLimits;
}

type Options = {
	wire: Wire;
	publicOrigin: string;
	ownOrigins: readonly string[];
	limits: OutboundLimits;
	rest?: () => void;
	now?: () => number;
	watchTime?: typeof watchOwnTime;
};

export type Outbound = { get: (request: OutboundRequest) => Promise<OutboundAnswer> };
export type Poster = { post: (request: PostRequest) => Promise<PostAnswer> };

const MINUTE_MS = 60_000;

/** The only way to other servers (P142): each hop's address is checked, then connected to as checked. */
export function createOutbound(options: Options): Outbound & Poster & Prober {
	const { wire, publicOrigin, ownOrigins, limits, rest = () => {}, now = Date.now, watchTime = watchOwnTime } = options;
	const connections = createConnections({ wire, ownOrigins, ownAddresses, connectMs: limits.connectMs });
	const turn = createFetchQueue(limits);
	const userRate = createRateLimiter({ max: limits.perUserAMinute, perMs: MINUTE_MS, now });
	const sites = createSiteLimits({ limits, now });
	const userAgent = `Visualink/1.0 (link preview; +${publicOrigin}/)`;

	/**
	 * Fetches an address with GET, following redirects.
	 * @throws AppError "address_refused" (not public), "unreachable" (no usable answer in time), "too_many" (a limit of
	 * account, host, server or process), "unavailable" (no permit in time, or a late machine); the reason of `signal`
	 * once aborted
	 */
	async function get(request: OutboundRequest): Promise<OutboundAnswer> {
		if (!userRate.take(request.userId)) {
			const { retryAfterSeconds } = userRate.refusal(request.userId);
			throw new AppError("rate_limited", "You've read many pages in the last minute. Try again in a minute.", {
				retryAfterSeconds,
			});
		}
		// Needs no permit, however many wait.
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
			// A silent name server never times out by itself.
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

	return {
		get,
		post: createPost({ connections, limits, publicOrigin, watchTime }),
		...createProbe({ connections, limits, publicOrigin, watchTime }),
	};
}

function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
