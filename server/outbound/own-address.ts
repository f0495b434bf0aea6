import { Client } from "undici";
import { readBody } from "./read-body.ts";

export type OwnRequest = {
	/** Of our own public origin: begins with a slash. */
	path: string;
	method: "GET" | "HEAD";
	headers: Record<string, string>;
	maxBytes: number;
	signal: AbortSignal;
};

export type OwnAnswer = {
	status: number;
	/** One header's text; "" without it. */
	header: (name: string) => string;
	bytes: Buffer;
	/** Whether there was more than `maxBytes`, or the connection broke before the end. */
	isCut: boolean;
	/** Milliseconds until the last byte. */
	took: number;
};

export type OwnAddress = ReturnType<typeof createOwnAddress>;

/**
 * Asks our own public address, as anybody outside would: by its name, with TLS and whatever stands in front of us. It is
 * the one exception from the rule that nothing of ours is asked (P142), and can ask for nothing else: the origin is the
 * configured one, and redirects are answers.
 */
export function createOwnAddress({ publicOrigin }: { publicOrigin: string }) {
	return {
		/** @throws whatever keeps an answer from coming; the reason of `signal` once it is aborted */
		async ask({ path, method, headers, maxBytes, signal }: OwnRequest): Promise<OwnAnswer> {
			if (!path.startsWith("/") || path.startsWith("//")) throw new Error("Not a path of ours");
			const began = performance.now();
			const client = new Client(publicOrigin, { pipelining: 0, allowH2: false });
			try {
				const answer = await client.request({ path, method, headers, signal });
				const header = (name: string) => String([answer.headers[name] ?? ""].flat()[0]);
				answer.body.on("error", () => {});
				const read = await readBody(answer.body, { encoding: header("content-encoding"), maxBytes }).catch(() => {
					signal.throwIfAborted();
					return { bytes: Buffer.alloc(0), isCut: true };
				});
				return { status: answer.statusCode, header, ...read, took: performance.now() - began };
			} finally {
				await client.destroy();
			}
		},
	};
}
