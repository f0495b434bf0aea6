import { Client } from "undici";
import { originOn } from "#server/platform/config/origins.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { readBody } from "./read-body.ts";

export type OwnRequest = {
	path: string;
	/** An account's domain to ask for the path on: our own server, by its name. */
	domain?: string | null;
	/** Whether the path is an image's, which may have an origin of its own; not on an account's domain. */
	isImage?: boolean;
	method: "GET" | "HEAD";
	headers: Record<string, string>;
	maxBytes: number;
	signal: AbortSignal;
	/** IP version; without it, the first that answers. */
	family?: 4 | 6;
};

export type OwnAnswer = {
	status: number;
	header: (name: string) => string;
	headersOf: (name: string) => string[];
	bytes: Buffer;
	isCut: boolean;
	/** Why the body couldn't be read: wrong encoding, or the connection ended early. */
	broken?: "encoding" | "ended";
	took: number;
};

const ENDED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);

export type OwnAddress = ReturnType<typeof createOwnAddress>;

type Options = {
	linksOrigin: string;
	/** By default that of links. */
	imagesOrigin?: string;
	/** Where accounts' domains point to; by default the host of links. */
	domainTarget?: string;
};

/**
 * Requests our own links from outside, the only exception to refusing our addresses (P142). No redirects. DNS of accounts'
 * domains isn't asked, because it can lead into the operator's network.
 */
export function createOwnAddress({
	linksOrigin,
	imagesOrigin = linksOrigin,
	domainTarget = new URL(linksOrigin).hostname,
}: Options) {
	return {
		/** @throws any failure to answer; the reason of `signal` once aborted */
		async ask({
			path,
			domain = null,
			isImage = false,
			method,
			headers,
			maxBytes,
			signal,
			family,
		}: OwnRequest): Promise<OwnAnswer> {
			if (!path.startsWith("/") || path.startsWith("//")) throw new Error("Not a path of ours");
			const began = performance.now();
			const connect = {
				...(family && { family, autoSelectFamily: false }),
				...(domain !== null && { servername: domain }),
			};
			const ours = isImage ? imagesOrigin : linksOrigin;
			const origin = domain === null ? ours : originOn(linksOrigin, domainTarget);
			const host = domain !== null && { host: new URL(originOn(linksOrigin, domain)).host };
			const client = new Client(origin, { pipelining: 0, allowH2: false, connect });
			try {
				const answer = await client.request({ path, method, headers: { ...headers, ...host }, signal });
				const headersOf = (name: string) => [answer.headers[name] ?? []].flat();
				const header = (name: string) => headersOf(name).join(", ");
				answer.body.on("error", () => {});
				const encoding = header("content-encoding");
				const read = await readBody(answer.body, { encoding, maxBytes }).catch((error: unknown) => {
					signal.throwIfAborted();
					const isEncoding = encoding !== "" && !ENDED.has(codeOf(error) ?? "");
					return {
						bytes: Buffer.alloc(0),
						isCut: true,
						broken: isEncoding ? ("encoding" as const) : ("ended" as const),
					};
				});
				return { status: answer.statusCode, header, headersOf, ...read, took: performance.now() - began };
			} finally {
				await client.destroy();
			}
		},
	};
}
