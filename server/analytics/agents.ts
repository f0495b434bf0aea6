import Bowser from "bowser";
import { LRUCache } from "lru-cache";

export type Agent = { device: string; browser: string; system: string };

const UNKNOWN: Agent = { device: "", browser: "", system: "" };
const REMEMBERED = 20_000;
/** Bowser names unknown values by the agent's own text, which may identify a person and would be stored forever. */
const BROWSERS = new Set([...Object.values(Bowser.BROWSER_MAP), "Miui", "Opera Touch", "PlayStation 4"]);

/** A cached user-agent parser: a few thousand agents make up nearly all views. */
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

/** If bowser throws, nothing is known: one view must not block the next. */
function readAgent(userAgent: string): Agent {
	try {
		const { browser, os, platform } = Bowser.parse(userAgent);
		const name = browser.name ?? "";
		return { device: platform.type ?? "", browser: BROWSERS.has(name) ? name : "", system: os.name ?? "" };
	} catch {
		return UNKNOWN;
	}
}
