import { API } from "#shared/platform/api-paths.ts";
import { type Browser, cookieOf } from "./browser.ts";
import type { TestApp } from "./test-app.ts";

/** A stream of events, and what it has said so far. */
export async function eventStream({ origin }: Pick<TestApp, "origin">, who: Pick<Browser, "cookies">) {
	const closing = new AbortController();
	const answer = await fetch(origin + API.events, { headers: { Cookie: cookieOf(who) }, signal: closing.signal });
	const stream = { answer, said: "", hasEnded: false, close: () => closing.abort() };
	void (async () => {
		const decoder = new TextDecoder();
		for await (const part of answer.body ?? []) stream.said += decoder.decode(part as Uint8Array, { stream: true });
	})()
		.catch(() => undefined)
		.finally(() => {
			stream.hasEnded = true;
		});
	return stream;
}
