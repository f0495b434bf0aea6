import { AppError } from "#server/platform/http/app-error.ts";
import { abortable } from "#server/platform/work/abortable.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import type { watchOwnTime } from "#server/platform/work/own-time.ts";
import type { createConnections } from "./connection.ts";
import { clientOn, firstTexts } from "./one-hop.ts";
import type { OutboundLimits } from "./outbound.ts";
import { readBody } from "./read-body.ts";
import { isTimeout, pagesAway } from "./unavailable-pages.ts";

/** Its sender limits how many there are at once: they take no permits from pages, nor the other way round. */
export type PostRequest = {
	url: URL;
	headers: Record<string, string>;
	body: string;
	/** How much of the answer's body is kept. */
	maxBytes: number;
	signal?: AbortSignal | undefined;
};
/** `text`: the first `maxBytes` of the body. */
export type PostAnswer = { status: number; headers: Record<string, string>; text: string };

type Options = {
	connections: Pick<ReturnType<typeof createConnections>, "addressesOf" | "open">;
	limits: Pick<OutboundLimits, "headerBytes" | "postMs">;
	publicOrigin: string;
	watchTime: typeof watchOwnTime;
};

/**
 * Sends with POST to an address that is checked as those of pages are; a redirect is the answer, and isn't followed.
 * @throws AppError "address_refused" (not public), "unreachable" with the reason in words, "unavailable" (a late
 * machine); the reason of `signal` once aborted
 */
export function createPost({ connections, limits, publicOrigin, watchTime }: Options) {
	const userAgent = `Visualink/1.0 (webhooks; +${publicOrigin}/)`;

	return async function post(request: PostRequest): Promise<PostAnswer> {
		const deadline = AbortSignal.timeout(limits.postMs);
		const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
		const ownTime = watchTime();
		try {
			return await abortable(sent(request, signal), signal);
		} catch (error) {
			request.signal?.throwIfAborted();
			if (error instanceof AppError) throw error;
			if (isTimeout(error) && ownTime.isLate()) throw pagesAway(error);
			const words = deadline.aborted ? `No answer within ${limits.postMs / 1_000} seconds` : wordsFor(error);
			throw new AppError("unreachable", words, { cause: error });
		} finally {
			ownTime.stop();
		}
	};

	async function sent({ url, headers, body, maxBytes }: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
		const addresses = await connections.addressesOf(url, signal);
		const socket = await connections.open({ url, addresses, signal, admit: () => {} });
		const client = clientOn(socket, url, { headerBytes: limits.headerBytes, totalMs: limits.postMs });
		try {
			const answer = await client.request({
				method: "POST",
				path: `${url.pathname}${url.search}`,
				headers: { ...headers, "user-agent": userAgent, "accept-encoding": "identity" },
				body,
				signal,
			});
			answer.body.on("error", () => {});
			const texts = firstTexts(answer.headers);
			const { "content-encoding": encoding = "" } = texts;
			// The status decides; a body that breaks off, or drips until the deadline, is shown as far as it came.
			const { bytes } = await readBody(answer.body, { encoding, maxBytes }).catch(() => ({ bytes: Buffer.alloc(0) }));
			return { status: answer.statusCode, headers: texts, text: bytes.toString("utf8") };
		} finally {
			await client.destroy();
			socket.destroy();
		}
	}
}

const WORDS: [RegExp, string][] = [
	[/^(?:ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT|ECANCELLED)$/, "The host's name couldn't be resolved"],
	[/^ECONNREFUSED$/, "The connection was refused"],
	[/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, "The connection was closed before an answer"],
	[/CERT|SELF_SIGNED|ISSUER|ALTNAME|CERTIFICATE/, "Its TLS certificate isn't valid for this host"],
	[/^(?:ERR_SSL|EPROTO|ERR_TLS)/, "The TLS handshake failed"],
	[/^HPE_|^UND_ERR_HEADERS_OVERFLOW$/, "The answer wasn't valid HTTP"],
];

function wordsFor(error: unknown): string {
	if (isTimeout(error)) return "The connection couldn't be opened in time";
	const code = codeOf(error);
	return WORDS.find(([codes]) => codes.test(code))?.[1] ?? "The server couldn't be reached";
}
