import { Client } from "undici";
import { codeOf } from "#server/platform/work/error-code.ts";
import { readBody } from "./read-body.ts";

export type OwnRequest = {
	/** Of our own origin of links: begins with a slash. */
	path: string;
	method: "GET" | "HEAD";
	headers: Record<string, string>;
	maxBytes: number;
	signal: AbortSignal;
	/** The version of IP; without it, the first that answers. */
	family?: 4 | 6;
};

export type OwnAnswer = {
	status: number;
	/** A header's text, joined by commas where it comes several times; "" without it. */
	header: (name: string) => string;
	/** Its texts, one by one. */
	headersOf: (name: string) => string[];
	bytes: Buffer;
	/** Whether there was more than `maxBytes`, or the body could not be read to its end. */
	isCut: boolean;
	/** Why the body couldn't be read: its encoding isn't the one it names, or the connection ended before it did. */
	broken?: "encoding" | "ended";
	/** Milliseconds until the last byte. */
	took: number;
};

/** Codes of a connection that ended before the body did. */
const ENDED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);

export type OwnAddress = ReturnType<typeof createOwnAddress>;

/**
 * Asks the address of our links, as anyone outside would: by its name, with TLS and whatever is in front of us. It is
 * the one exception from the rule that nothing of ours is asked (P142), and can ask for nothing else: the origin is the
 * configured one, and redirects are answers.
 */
export function createOwnAddress({ linksOrigin }: { linksOrigin: string }) {
	return {
		/** @throws whatever keeps an answer from coming; the reason of `signal` once it is aborted */
		async ask({ path, method, headers, maxBytes, signal, family }: OwnRequest): Promise<OwnAnswer> {
			if (!path.startsWith("/") || path.startsWith("//")) throw new Error("Not a path of ours");
			const began = performance.now();
			const connect = family && { family, autoSelectFamily: false };
			const client = new Client(linksOrigin, { pipelining: 0, allowH2: false, ...(connect && { connect }) });
			try {
				const answer = await client.request({ path, method, headers, signal });
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
