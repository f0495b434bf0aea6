import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import { fail, quoted, warn } from "./findings.ts";
import { readTags } from "./read-tags.ts";
import { disallowingRule } from "./robots-txt.ts";
import type { TestFetcher } from "./test-fetchers.ts";

type ImageAddress = { imagesOrigin: string; image: string | null };

const RULE = "Change robots.txt, or what answers instead of it.";

/**
 * Whether robots.txt blocks a fetcher that respects it. RFC 9309, 2.3.1: any 4xx allows everything, a server error
 * nothing. @param paths that it has to read
 */
export function judgeRobots({ name, robot }: TestFetcher, answer: OwnAnswer, paths: string[]): Finding[] {
	if (robot === undefined) return [];
	const { status, header, bytes } = answer;
	if (status >= 400 && status < 500) return [];
	if (status >= 300 && status < 400 && status !== 304)
		return [warn(`${name} was redirected (${status}) from robots.txt to ${header("location") || "nowhere"}`, RULE)];
	if (status !== 200) return [fail(`${name} reads robots.txt first and got ${status}`)];
	if (!header("content-type").startsWith("text/plain"))
		return [fail(`${name} got a robots.txt that is not plain text`)];
	const rule = disallowingRule(bytes, robot, paths);
	return rule === null ? [] : [fail(`${name} is blocked by robots.txt`, `Change its rule ${quoted(rule)}.`)];
}

/**
 * The paths that a fetcher needs on the host of images: the page's, if it is there, and its images', with their queries.
 * @param path null for a page on another host
 * @param page null if there was no answer
 * @param image the expected image for a page without image tags; null without an image of ours
 */
export function neededPaths(
	path: string | null,
	page: OwnAnswer | null,
	{ imagesOrigin, image }: ImageAddress,
): string[] {
	const { found } = page ? readTags(page.bytes) : { found: [] };
	const images = found.flatMap(({ key, content }) => {
		if (!/^(?:og|twitter):image(?::secure_url)?$/.test(key) || !URL.canParse(content)) return [];
		const { origin, pathname, search } = new URL(content);
		return origin === imagesOrigin ? [pathname + search] : [];
	});
	if (images.length === 0 && image !== null) images.push(image);
	return [...(path === null ? [] : [path]), ...new Set(images)];
}
