import type { OwnAnswer } from "#server/outbound/own-address.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail } from "./findings.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/** What robots.txt keeps a fetcher from, where it heeds that. @param paths that it has to read */
export function judgeRobots({ name, robot }: TestFetcher, answer: OwnAnswer, paths: string[]): Finding[] {
	if (robot === undefined) return [];
	const { status, header, bytes } = answer;
	if (status === 404) return [];
	if (status !== 200) return [fail(`${name} reads robots.txt first, and is answered ${status}`)];
	if (!header("content-type").startsWith("text/plain")) return [fail(`${name} is given no plain text for robots.txt`)];
	const isKeptOut = paths.some((path) => isDisallowed(bytes.toString("utf8"), robot, path));
	return isKeptOut ? [fail(`robots.txt keeps ${name} out`)] : [];
}

type Rule = { isAllowed: boolean; path: string };

/** As RFC 9309 reads it: the group of its own name, else that of `*`; the longest rule counts, and allowing goes first. */
function isDisallowed(text: string, robot: string, path: string): boolean {
	const [own, everybody] = rulesOf(text, [robot.toLowerCase(), "*"]);
	const matching = (own ?? everybody ?? []).filter(
		(rule) => rule.path !== "" && path.startsWith(rule.path.replace(/\*$/, "")),
	);
	const longest = matching.reduce((most, rule) => Math.max(most, rule.path.length), 0);
	const decisive = matching.filter((rule) => rule.path.length === longest);
	return decisive.length > 0 && decisive.every(({ isAllowed }) => !isAllowed);
}

/** The rules of each of these names, in the order of the text; undefined for a name without any. */
function rulesOf(text: string, names: string[]): (Rule[] | undefined)[] {
	const groups = new Map<string, Rule[]>();
	let naming = new Set<string>();
	let isNaming = false;
	for (const line of text.split("\n")) {
		const { key, value } = fieldOf(line);
		if (key === "user-agent") {
			if (!isNaming) naming = new Set();
			naming.add(value.toLowerCase());
			isNaming = true;
		} else if (key === "allow" || key === "disallow") {
			isNaming = false;
			for (const name of names) {
				if (!naming.has(name)) continue;
				const rules = groups.get(name) ?? [];
				rules.push({ isAllowed: key === "allow", path: value });
				groups.set(name, rules);
			}
		}
	}
	return names.map((name) => groups.get(name));
}

/** A line's name in small letters and its value, without its comment; both are empty where it has none. */
function fieldOf(line: string): { key: string; value: string } {
	const [said = ""] = line.split("#", 1);
	const colon = said.indexOf(":");
	if (colon < 0) return { key: "", value: "" };
	return { key: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}
