import type { IncomingHttpHeaders } from "node:http";

const BOTH = "application/json, text/event-stream";
const STREAM = /text\/event-stream/i;
const JSON_TYPE = /application\/(?:json|\*)|\*\/\*/i;

/**
 * Completes an `Accept` that has only one of the two types, or any type: the revisions of 2025 ask for both, but programs that
 * want JSON often don't know of streams, and the library would answer 406.
 * @returns whether the answer must be JSON
 */
export function completeAccept(headers: IncomingHttpHeaders): boolean {
	const { accept = "*/*" } = headers;
	const [takesStream, takesJson] = [STREAM.test(accept), JSON_TYPE.test(accept)];
	if (takesStream || takesJson) headers.accept = BOTH;
	return takesJson && !takesStream;
}

/** An event stream's last message as JSON; any other answer as it is. No tool sends messages before its result. */
export async function asJson(answer: Response): Promise<Response> {
	if (!STREAM.test(answer.headers.get("Content-Type") ?? "")) return answer;
	const message = [...(await answer.text()).matchAll(/^data: (\{.*\})$/gm)].at(-1)?.[1] ?? "";
	return new Response(message, { status: answer.status, headers: { "Content-Type": "application/json" } });
}
