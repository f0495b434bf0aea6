import { type Call, getRequest } from "./clients.ts";
import { browserUserAgents } from "./user-agents.ts";

const SOURCES = ["", "?utm_source=letter", "?igsh=1", "?utm_source=sales", "?q=1"];

/**
 * Visits of these links as charts want them: people with many addresses (behind one trusted proxy), agents and sources;
 * every fourth is a preview fetcher. Each is named by its link.
 */
export function variedVisits(paths: string[]): () => Call {
	const agents = browserUserAgents(500);
	const below = (end: number) => Math.floor(Math.random() * end);
	return () => {
		const name = paths[below(paths.length)] ?? "";
		const forwarded = { "X-Forwarded-For": `2.${below(40)}.7.${below(50)}` };
		if (below(4) === 0) {
			return { name, request: getRequest(name, { ...forwarded, "User-Agent": "WhatsApp/2.24.1 A" }), status: 200 };
		}
		const headers = { ...forwarded, "User-Agent": agents[below(agents.length)] ?? "" };
		return { name, request: getRequest(name + SOURCES[below(SOURCES.length)], headers), status: 302 };
	};
}
