import type { IncomingMessage } from "node:http";

/** Larger than a form with the longest texts, fully escaped. */
export const FORM_BYTES = 32_768;

/**
 * Parses a form sent without a script.
 * @returns the status for a wrong type (415), one too large (413) or a duplicate field (400)
 */
export async function readForm(req: IncomingMessage): Promise<Record<string, string> | 400 | 413 | 415> {
	const type = (req.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
	if (type !== "application/x-www-form-urlencoded") return 415;
	if (Number(req.headers["content-length"] ?? 0) > FORM_BYTES) return 413;
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of req as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > FORM_BYTES) return 413;
		chunks.push(chunk);
	}
	const pairs = [...new URLSearchParams(Buffer.concat(chunks).toString())];
	const fields = Object.fromEntries(pairs);
	return Object.keys(fields).length === pairs.length ? fields : 400;
}
