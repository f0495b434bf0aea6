import Bowser from "bowser";
import { LRUCache } from "lru-cache";

/** What a user agent tells of its machine; a word is empty where it tells nothing. */
export type Agent = { device: string; browser: string; system: string };

const UNKNOWN: Agent = { device: "", browser: "", system: "" };
const REMEMBERED = 20_000;
/** Bowser calls what it does not know by the agent's own text, which may tell of a person and would be kept forever. */
const BROWSERS = new Set([...Object.values(Bowser.BROWSER_MAP), "Miui", "Opera Touch", "PlayStation 4"]);

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
		const name = browser.name ?? "";
		return { device: platform.type ?? "", browser: BROWSERS.has(name) ? name : "", system: os.name ?? "" };
	} catch {
		return UNKNOWN;
	}
}
