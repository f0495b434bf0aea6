import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Answer, judgeUserAgent } from "#server/public/go/visitor.ts";

const require = createRequire(import.meta.url);

/** A user agent, and the platform that it names, where the list tells. */
type Sample = { userAgent: string; platform: string | null };
type Row = {
	corpus: string;
	isOfPeople: boolean;
	total: number;
	/** With a source by their agent. */
	named: number;
} & Record<Answer, number>;
type List = "preview-fetchers" | "in-app-browsers" | "scanners";

/** In the crawlers' list, but people: browsers of apps and of one's own desk. */
const PEOPLE_IN_LIST = /Electron\/|Instagram|MetaIAB|Fluid\//;

/**
 * User agents written down by hand from vendors' pages, source code, logs and other lists:
 * `platform<TAB>user agent<TAB>source`, a dash for no platform.
 */
export function fixture(name: List): (Sample & { source: string })[] {
	const text = readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8");
	return text
		.trimEnd()
		.split("\n")
		.map((line) => line.split("\t"))
		.map(([platform = "", userAgent = "", source = ""]) => ({
			userAgent,
			platform: platform === "-" ? null : platform,
			source,
		}));
}

/** Browsers as a large site saw them. Source: npm package user-agents. */
export function browsers(): Sample[] {
	const samples: { userAgent: string }[] = JSON.parse(
		readFileSync(path.join(path.dirname(require.resolve("user-agents")), "user-agents.json"), "utf8"),
	);
	return unique(samples.map(({ userAgent }) => userAgent));
}

/** Crawlers of all kinds, as seen in logs, without the preview fetchers. Source: npm package crawler-user-agents. */
export function otherCrawlers(): Sample[] {
	const crawlers: { instances: string[] }[] = require("crawler-user-agents");
	const isFetcher = new Set(fixture("preview-fetchers").map(({ userAgent }) => userAgent));
	return unique(crawlers.flatMap(({ instances }) => instances)).filter(
		({ userAgent }) => !isFetcher.has(userAgent) && !PEOPLE_IN_LIST.test(userAgent),
	);
}

/**
 * Who gets which answer, and the user agents that get another answer or source than they should.
 * @param people more agents of people, which a list of one's own may hold
 */
export function confusionTable(people: string[] = []): { rows: Row[]; mistakes: string[] } {
	const corpora: [string, Sample[], (answer: Answer) => boolean][] = [
		["preview fetchers", fixture("preview-fetchers"), (answer) => answer === "card"],
		["in-app, desktop", fixture("in-app-browsers"), (answer) => answer === "redirect"],
		["browsers", browsers(), (answer) => answer === "redirect"],
		["scanners", fixture("scanners"), (answer) => answer === "universal"],
		["other crawlers", otherCrawlers(), (answer) => answer !== "redirect"],
	];
	if (people.length > 0) corpora.push(["people (yours)", unique(people), (answer) => answer === "redirect"]);
	const mistakes: string[] = [];
	const rows = corpora.map(([corpus, samples, isRight]) => {
		const isOfPeople = isRight("redirect");
		const row: Row = { corpus, isOfPeople, total: samples.length, named: 0, card: 0, redirect: 0, universal: 0 };
		for (const { userAgent, platform } of samples) {
			const { answer, reason, platform: source } = judgeUserAgent(userAgent);
			row[answer] += 1;
			if (source !== null) row.named += 1;
			const isNamedRight = platform === null || platform === source;
			if (!isRight(answer) || !isNamedRight) mistakes.push(`${corpus}\t${reason}\t${userAgent}`);
		}
		return row;
	});
	return { rows, mistakes };
}

function unique(userAgents: string[]): Sample[] {
	return [...new Set(userAgents)].map((userAgent) => ({ userAgent, platform: null }));
}
