import { Agent, FormData as UndiciFormData, type RequestInit as UndiciInit, fetch as undiciFetch } from "undici";
import { inject } from "vitest";
import { createBrowser } from "../../server/testing/app/browser.ts";

type Call = { method: string; path: string; body: unknown; headers: Record<string, string> };
/** What a rule answers instead of the server; `undefined` lets the call through. */
type Rule = { path: string; answer: (call: Call) => Promise<Response | undefined> | Response | undefined };

const ORIGIN = inject("screensOrigin");
/** Gives idle connections up long before the service does: only real browsers send again what met that moment. */
const dispatcher = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
let rules: Rule[] = [];
let person = newBrowser();

/** The calls of the screen since it was opened, in order. */
export const calls: Call[] = [];

/** Those that are not answered yet. */
export const unanswered = new Set<Call>();

/** The cookies of the signed-in person, and calls by hand that no rule changes and `calls` does not list. */
export function browser() {
	return person;
}

/** Another browser than that of the screen, as of a second device. */
export function newBrowser() {
	const send = (url: string, init: UndiciInit) => undiciFetch(url, { ...init, dispatcher });
	return createBrowser(ORIGIN, {}, send as unknown as typeof fetch);
}

/** Forgets cookies, calls and rules: the next screen is a new visitor's. */
export function resetNetwork(): void {
	person = newBrowser();
	rules = [];
	calls.length = 0;
	unanswered.clear();
	departures.length = 0;
}

/**
 * Answers calls of this path (without its query) as a broken server would.
 * @returns lets later calls through again
 */
export function answerWith(path: string, status: number, body: unknown = "broken", method?: string): () => void {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return addRule({
		path,
		answer: (call) => (method && call.method !== method ? undefined : new Response(text, { status })),
	});
}

/** Breaks the connection of calls of this path. @returns lets later calls through again */
export function failCall(path: string): () => void {
	return addRule({
		path,
		answer: () => {
			throw new TypeError("Failed to fetch");
		},
	});
}

/** Delays calls of this path. @returns lets them through, and all later ones */
export function holdCalls(path: string): () => void {
	let release = () => {};
	const isReleased = new Promise<undefined>((resolve) => {
		release = () => resolve(undefined);
	});
	const remove = addRule({ path, answer: () => isReleased });
	return () => {
		remove();
		release();
	};
}

/** Delays what the server answers to calls of this path. @returns lets the answers through, and all later ones */
export function holdAnswers(path: string): () => void {
	let release = () => {};
	const isReleased = new Promise<void>((resolve) => {
		release = resolve;
	});
	const remove = addRule({
		path,
		answer: async (call) => {
			const answer = await passOn(call);
			await isReleased;
			return answer as unknown as Response;
		},
	});
	return () => {
		remove();
		release();
	};
}

function addRule(rule: Rule): () => void {
	rules.push(rule);
	return () => {
		rules = rules.filter((each) => each !== rule);
	};
}

/** `fetch` of the page: over a real connection to the built service, with the person's cookies. */
export async function pageFetch(input: string | URL, { method = "GET", body, headers, signal }: RequestInit = {}) {
	const { pathname, search } = new URL(String(input), ORIGIN);
	const call = { method, path: pathname + search, body, headers: Object.fromEntries(new Headers(headers)) };
	calls.push(call);
	unanswered.add(call);
	try {
		const answer = answerOf(call, signal);
		return await (signal ? Promise.race([answer, aborted(signal)]) : answer);
	} finally {
		unanswered.delete(call);
	}
}

async function answerOf(call: Call, signal: AbortSignal | null | undefined): Promise<Response> {
	const { pathname } = new URL(call.path, ORIGIN);
	for (const rule of rules) {
		const answer = [pathname, call.path].includes(rule.path) ? await rule.answer(call) : undefined;
		if (answer) return answer;
	}
	signal?.throwIfAborted();
	const response = await passOn(call);
	return await person.follow(response);
}

/** Sends a call to the server as the page made it. */
async function passOn(call: Call) {
	const type = call.body instanceof Blob && { "content-type": call.body.type };
	return await person.send(call.method, call.path, await onWire(call.body), { headers: { ...type, ...keyOf(call) } });
}

/** What the page sets itself and the wire wants: the others come from the body. */
function keyOf({ headers }: Call): Record<string, string> {
	const key = headers["Idempotency-Key"];
	return key === undefined ? {} : { "Idempotency-Key": key };
}

/** The page's form data or file as undici sends it; JSON is sent as it was typed. */
async function onWire(body: unknown) {
	if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
	if (typeof body === "string") return JSON.parse(body) as Record<string, unknown>;
	if (!(body instanceof FormData)) return undefined;
	const form = new UndiciFormData();
	// A file as the page made it: Undici knows only the `File` of the DOM that it was loaded in.
	for (const [name, value] of body.entries()) form.append(name, value as string);
	return form as unknown as FormData;
}

/** As much of `XMLHttpRequest` as the link form uses to send a file with its progress. */
export class PageRequest extends EventTarget {
	readonly upload = new EventTarget();
	status = 0;
	statusText = "";
	responseText = "";
	#target = { method: "GET", path: "/" };
	readonly #headers = new Headers();

	open(method: string, path: string): void {
		this.#target = { method, path };
	}

	abort(): void {
		this.dispatchEvent(new Event("abort"));
	}

	setRequestHeader(name: string, value: string): void {
		this.#headers.set(name, value);
	}

	async send(body: FormData): Promise<void> {
		const { method, path } = this.#target;
		try {
			const response = await pageFetch(path, { method, body, headers: this.#headers });
			this.status = response.status;
			this.statusText = response.statusText;
			this.responseText = await response.text();
			this.dispatchEvent(new Event("load"));
		} catch {
			this.dispatchEvent(new Event("error"));
		}
	}
}

/** Answers calls of this path with JSON that depends on the call. @returns lets later calls through again */
export function answerJson(path: string, answer: (call: Call) => unknown): () => void {
	return addRule({ path, answer: async (call) => Response.json(await answer(call)) });
}

/** Changes parts of what the server answers to calls of this path. @returns lets later answers through as they are */
export function changeAnswer(path: string, changes: object): () => void {
	return addRule({
		path,
		answer: async (call) => {
			const answer = await passOn(call);
			return new Response(JSON.stringify({ ...((await answer.json()) as object), ...changes }));
		},
	});
}

/** Where screens have sent the tab to: addresses that are another document's. */
export const departures: string[] = [];

/** Lets calls of this path reach the server, whose answers a broken proxy replaces. @returns lets later answers through */
export function loseAnswer(path: string, status: number): () => void {
	return addRule({
		path,
		answer: async (call) => {
			await passOn(call);
			return new Response("broken", { status });
		},
	});
}

/** Rejects when the page gives the call up, also while a rule delays it. */
function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason as Error));
	});
}
