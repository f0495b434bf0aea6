import type { TestApp } from "#server/testing/app/test-app.ts";
import { MCP_PATH } from "#shared/platform/api-paths.ts";

type Headers = Record<string, string>;
type Answer = { status: number; headers: globalThis.Headers; text: string };
export type Message = { result?: Record<string, unknown>; error?: { code: number; message: string; data?: unknown } };

const REVISION = "2026-07-28";
const META = {
	"io.modelcontextprotocol/protocolVersion": REVISION,
	"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
	"io.modelcontextprotocol/clientCapabilities": {},
};

/** What an assistant's program sends to `/mcp`, written by hand: each message as the revision 2026-07-28 has it. */
export function mcpClient(app: Pick<TestApp, "origin">, key: string | null) {
	async function send(body: unknown, headers: Headers = {}): Promise<Answer> {
		const answer = await fetch(app.origin + MCP_PATH, {
			method: "POST",
			headers: {
				...(key !== null && { Authorization: `Bearer ${key}` }),
				"Content-Type": "application/json",
				Accept: "application/json, text/event-stream",
				...headers,
			},
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
		return { status: answer.status, headers: answer.headers, text: await answer.text() };
	}

	function ask(method: string, params: Record<string, unknown> = {}, headers: Headers = {}): Promise<Answer> {
		const { name, uri } = params;
		const named = typeof name === "string" ? name : uri;
		const standard = {
			"MCP-Protocol-Version": REVISION,
			"Mcp-Method": method,
			...(typeof named === "string" && { "Mcp-Name": named }),
		};
		return send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }, { ...standard, ...headers });
	}

	/** A tool's answer: the text for the assistant, and what it says in JSON. */
	async function call(name: string, sent: Record<string, unknown> = {}) {
		const { result, error } = JSON.parse((await ask("tools/call", { name, arguments: sent })).text) as Message;
		if (!result) throw new Error(`${name}: ${JSON.stringify(error)}`);
		const [{ text = "" } = {}] = result.content as { text?: string }[];
		return { text, isError: result.isError === true, json: contentOf(text), result };
	}

	async function names(): Promise<string[]> {
		const { result } = JSON.parse((await ask("tools/list")).text) as Message;
		return ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
	}

	return { send, ask, call, names };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any;

/** The JSON within an answer's mark, or the whole text. */
export function contentOf(text: string): Json {
	return JSON.parse(/<untrusted-content>\n(.*)\n<\/untrusted-content>$/s.exec(text)?.[1] ?? text);
}

/** The messages of an event stream. */
export function streamed(text: string): Message[] {
	return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data) as Message);
}
