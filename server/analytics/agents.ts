import Bowser from "bowser";
import { LRUCache } from "lru-cache";

/** What a user agent tells of its machine; a word is empty where it tells nothing. */
export type Agent = { device: string; browser: string; system: string };

const UNKNOWN: Agent = { device: "", browser: "", system: "" };
const REMEMBERED = 20_000;

/** Reads user agents by bowser, with a memory: the same few thousand make nearly all views. */
export function agentReader(): (userAgent: string | null) => Agent {
	const known = new LRUCache<string, Agent>({ max: REMEMBERED });
	return (userAgent) => {
		if (!userAgent) return UNKNOWN;
		const remembered = known.get(userAgent);
		if (remembered) return remembered;
		const agent = readAgent(userAgent);
		known.set(userAgent, agent);
		return agent;
	};
}

/** What bowser stumbles over tells nothing: one view must not hold up those behind it. */
function readAgent(userAgent: string): Agent {
	try {
		const { browser, os, platform } = Bowser.parse(userAgent);
		return { device: platform.type ?? "", browser: browser.name ?? "", system: os.name ?? "" };
	} catch {
		return UNKNOWN;
	}
}
