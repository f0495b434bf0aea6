import type { ServerResponse } from "node:http";

/** What an answer is made of; the body as the text that UTF-8 has it for. */
export type RecordedAnswer = { status: number; headers: Record<string, string>; body: string };

/** A response that keeps what is written to it, for handlers that are tested without a socket. */
export function recordedResponse(): { res: ServerResponse; answered: () => RecordedAnswer | null } {
	let status = 0;
	let answer: RecordedAnswer | null = null;
	const headers: Record<string, string> = {};
	const res = {
		headersSent: false,
		writeHead(code: number, pairs: string[]) {
			if (res.headersSent) throw new Error("The answer has begun already.");
			for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ""] = pairs[at + 1] ?? "";
			status = code;
			res.headersSent = true;
			return res;
		},
		end(body = "", encoding: BufferEncoding = "utf8") {
			answer = { status, headers, body: Buffer.from(body, encoding).toString() };
		},
	};
	return { res: res as unknown as ServerResponse, answered: () => answer };
}
