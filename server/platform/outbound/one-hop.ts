import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { Client } from "undici";
import { AppError } from "#server/platform/http/app-error.ts";
import type { OutboundAnswer, OutboundLimits, OutboundRequest } from "./outbound.ts";
import { ACCEPTED_ENCODING, readBody } from "./read-body.ts";

type Options = {
	request: OutboundRequest & { signal: AbortSignal };
	socket: Socket;
	userAgent: string;
	limits: OutboundLimits;
	rest: () => void;
};

export const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends one GET request. @returns the redirect's target, or the answer */
export async function oneHop({ request, socket, userAgent, limits, rest }: Options): Promise<URL | OutboundAnswer> {
	const { url, accept, maxBytes, signal } = request;
	const client = clientOn(socket, url, limits);
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
		// The rest of this body ends with its connection.
		body.on("error", () => {});
		if (REDIRECTS.has(statusCode) && location !== "") return next(location, url);
		return { url, status: statusCode, headers: texts, ...(await readBody(body, { encoding, maxBytes, rest })) };
	} finally {
		await client.destroy();
		socket.destroy();
	}
}

/** For one request over one connection: no keep-alive, so that no earlier check is reused. */
export function clientOn(socket: Socket, url: URL, limits: Pick<OutboundLimits, "headerBytes" | "totalMs">): Client {
	return new Client(url.origin, {
		pipelining: 0,
		maxHeaderSize: limits.headerBytes,
		headersTimeout: limits.totalMs,
		bodyTimeout: limits.totalMs,
		allowH2: false,
		// Deferred: the client ignores a connection that arrives before it waits for one.
		connect: (_options, done) => queueMicrotask(() => done(null, socket)),
	});
}

export function firstTexts(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value = ""]) => [name, String([value].flat()[0])]));
}

function next(location: string, from: URL): URL {
	const target = redirectTarget(location, from);
	if (target) return target;
	throw new AppError("unreachable", `${from.hostname} redirects to no address`);
}

/** Where a `Location` header leads; null if it's no address. */
export function redirectTarget(location: string, from: URL): URL | null {
	const text = asUtf8(location);
	return URL.canParse(text, from.href) ? new URL(text, from) : null;
}

/** Headers are read as Latin-1, but many servers send addresses in UTF-8, as browsers take them. */
function asUtf8(header: string): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
	} catch {
		return header;
	}
}
