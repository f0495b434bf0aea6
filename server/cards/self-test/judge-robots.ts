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

/** As RFC 9309 reads it: the group of its own name, else that of `*`; the longest rule counts, and allowing goes first. */
function isDisallowed(text: string, robot: string, path: string): boolean {
	const groups = new Map<string, { isAllowed: boolean; path: string }[]>();
	let names: string[] = [];
	let isNaming = false;
	for (const line of text.split(/\r?\n/)) {
		const [, field = "", value = ""] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
		const key = field.toLowerCase();
		if (key === "user-agent") {
			names = isNaming ? [...names, value.toLowerCase()] : [value.toLowerCase()];
			isNaming = true;
		} else if (key === "allow" || key === "disallow") {
			isNaming = false;
			for (const name of names) {
				groups.set(name, [...(groups.get(name) ?? []), { isAllowed: key === "allow", path: value }]);
			}
		}
	}
	const rules = groups.get(robot.toLowerCase()) ?? groups.get("*") ?? [];
	const matching = rules.filter((rule) => rule.path !== "" && path.startsWith(rule.path.replace(/\*$/, "")));
	const longest = Math.max(0, ...matching.map((rule) => rule.path.length));
	const decisive = matching.filter((rule) => rule.path.length === longest);
	return decisive.length > 0 && decisive.every(({ isAllowed }) => !isAllowed);
}
