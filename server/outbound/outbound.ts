import type { IncomingHttpHeaders } from "node:http";
import { networkInterfaces } from "node:os";
import { Client } from "undici";
import { AppError } from "#server/http/app-error.ts";
import { untilDone } from "#server/work/until-done.ts";
import { type Connections, createConnections, hostOf } from "./connection.ts";
import { createRate } from "./rates.ts";
import { ACCEPTED_ENCODING, type Body, readBody } from "./read-body.ts";
import { createWaitingLine } from "./waiting-line.ts";
import type { Wire } from "./wire.ts";

export type OutboundRequest = {
	/** As `new URL()` wrote it; judged here. */
	url: URL;
	/** On whose behalf; each person has a rate of their own. */
	userId: string;
	/** The media types that are wanted, as the `Accept` header says it. */
	accept: string;
	/** The most bytes of the body, once unpacked; what is beyond is not read. */
	maxBytes: number;
	/** Aborted when nobody waits for the answer any more. */
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
export type OutboundLimits = {
	connectMs: number;
	/** From the end of the line to the last byte, however many redirects there are. */
	totalMs: number;
	redirects: number;
	headerBytes: number;
	atOnce: number;
	/** From the beginning of one request to that of the next. */
	apartMs: number;
	waiting: number;
	/** The longest that one waits in line. */
	waitMs: number;
	perUserAMinute: number;
	perHostAMinute: number;
};

export const OUTBOUND_LIMITS: OutboundLimits = {
	connectMs: 3_000,
	totalMs: 8_000,
	redirects: 5,
	headerBytes: 16_384,
	atOnce: 8,
	apartMs: 50,
	waiting: 50,
	waitMs: 8_000,
	perUserAMinute: 20,
	perHostAMinute: 6,
};

type Options = {
	wire: Wire;
	publicOrigin: string;
	limits?: OutboundLimits;
	/** Called again and again while bodies are read. */
	rest?: () => void;
	now?: () => number;
};

export type Outbound = { get: (request: OutboundRequest) => Promise<OutboundAnswer> };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MINUTE_MS = 60_000;

/**
 * The one door to strangers' addresses (P142): every address of every hop is judged and then connected to as judged;
 * time, size and number are limited. Nothing is sent but the address, what we accept and who we are.
 */
export function createOutbound(options: Options): Outbound {
	const { wire, publicOrigin, limits = OUTBOUND_LIMITS, rest = () => {}, now = Date.now } = options;
	const connections = createConnections({ wire, publicOrigin, ownAddresses, connectMs: limits.connectMs });
	const turn = createWaitingLine(limits);
	const userRate = createRate({ max: limits.perUserAMinute, perMs: MINUTE_MS, now });
	const hostRate = createRate({ max: limits.perHostAMinute, perMs: MINUTE_MS, now });
	const userAgent = `Visualink/1.0 (link preview; +${publicOrigin}/)`;

	/**
	 * Fetches an address with GET, following redirects.
	 * @throws AppError "address_refused" (not public, or none to be asked), "unreachable" (no answer that could be used, in
	 * time), "too_many" (this person, this host or this process has asked enough); the reason of `signal` once it is aborted
	 */
	async function get(request: OutboundRequest): Promise<OutboundAnswer> {
		if (!userRate.take(request.userId)) {
			const retryAfterSeconds = userRate.secondsLeft(request.userId);
			throw new AppError("too_many", "You have read many pages just now. Please try again in a minute.", {
				retryAfterSeconds,
			});
		}
		// Needs no place, however many wait for one.
		connections.judgeSpelling(request.url);
		const release = await turn(request.signal);
		try {
			return await inTime(request);
		} finally {
			release();
		}
	}

	async function inTime(request: OutboundRequest): Promise<OutboundAnswer> {
		const deadline = AbortSignal.timeout(limits.totalMs);
		const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
		try {
			// A name server that says nothing never ends by itself.
			return await untilDone(followed(request, signal), signal);
		} catch (error) {
			request.signal?.throwIfAborted();
			if (error instanceof AppError) throw error;
			const host = request.url.hostname;
			const words = deadline.aborted ? `${host} took too long to answer` : `${host} could not be reached`;
			throw new AppError("unreachable", words, { cause: error });
		}
	}

	async function followed(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
		/** Counted: most sites send on from http to https, which is one visit. */
		const asked = new Set<string>();
		let url = request.url;
		for (let hop = 0; hop <= limits.redirects; hop += 1) {
			const addresses = await connections.addressesOf(url, signal);
			const host = hostOf(url);
			if (!asked.has(host) && !hostRate.take(host)) throw tooManyOf(host);
			asked.add(host);
			const outcome = await oneHop({ ...request, url }, addresses, signal);
			if (!(outcome instanceof URL)) return outcome;
			url = outcome;
		}
		throw new AppError("unreachable", `${request.url.hostname} sends on more than ${limits.redirects} times`);
	}

	/** @returns where a redirect leads, or the answer */
	async function oneHop(request: OutboundRequest, addresses: string[], signal: AbortSignal) {
		const { url, accept, maxBytes } = request;
		const client = createClient({ connections, url, addresses, signal, limits });
		try {
			const { statusCode, headers, body } = await client.request({
				method: "GET",
				path: `${url.pathname}${url.search}`,
				headers: {
					"user-agent": userAgent,
					accept,
					"accept-encoding": ACCEPTED_ENCODING,
					"accept-language": "en;q=0.9, *;q=0.5",
				},
				signal,
			});
			const texts = firstTexts(headers);
			const { location = "", "content-encoding": encoding = "" } = texts;
			// Whatever is left of this body goes with its connection.
			body.on("error", () => {});
			if (REDIRECTS.has(statusCode) && location !== "") return next(location, url);
			return { url, status: statusCode, headers: texts, ...(await readBody(body, { encoding, maxBytes, rest })) };
		} finally {
			await client.destroy();
		}
	}

	function tooManyOf(host: string): AppError {
		return new AppError("too_many", `${host} has been asked often just now. Please try again in a minute.`, {
			retryAfterSeconds: hostRate.secondsLeft(host),
		});
	}

	return { get };
}

type ClientOptions = {
	connections: Connections;
	url: URL;
	addresses: string[];
	signal: AbortSignal;
	limits: OutboundLimits;
};

/** For one request over one connection: nothing is kept alive, so that nothing judged once is used again. */
function createClient({ connections, url, addresses, signal, limits }: ClientOptions): Client {
	return new Client(url.origin, {
		pipelining: 0,
		maxHeaderSize: limits.headerBytes,
		headersTimeout: limits.totalMs,
		bodyTimeout: limits.totalMs,
		allowH2: false,
		connect: (_options, done) => {
			connections.open(url, addresses, signal).then(
				(socket) => done(null, socket),
				(error: Error) => done(error, null),
			);
		},
	});
}

function firstTexts(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value = ""]) => [name, String([value].flat()[0])]));
}

function next(location: string, from: URL): URL {
	if (URL.canParse(location, from.href)) return new URL(location, from);
	throw new AppError("unreachable", `${from.hostname} sends on to no address`);
}

function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
