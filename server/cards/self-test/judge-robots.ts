import type { OwnAnswer } from "#server/outbound/own-address.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail, quoted, warn } from "./findings.ts";
import { disallowingRule } from "./robots-txt.ts";
import type { TestFetcher } from "./test-fetchers.ts";

const RULE = "Change robots.txt, or what answers in its place.";

/**
 * What robots.txt keeps a fetcher from, where it heeds that: by RFC 9309, 2.3.1, any 4xx allows everything, and an error of
 * the server forbids it. @param paths that it has to read
 */
export function judgeRobots({ name, robot }: TestFetcher, answer: OwnAnswer, paths: string[]): Finding[] {
	if (robot === undefined) return [];
	const { status, header, bytes } = answer;
	if (status >= 400 && status < 500) return [];
	if (status >= 300 && status < 400)
		return [warn(`${name} is sent on (${status}) from robots.txt to ${header("location") || "nowhere"}`, RULE)];
	if (status !== 200) return [fail(`${name} reads robots.txt first, and is answered ${status}`)];
	if (!header("content-type").startsWith("text/plain")) return [fail(`${name} is given no plain text for robots.txt`)];
	const rule = disallowingRule(bytes, robot, paths);
	return rule === null ? [] : [fail(`robots.txt keeps ${name} out`, `Change its rule ${quoted(rule)}.`)];
}
