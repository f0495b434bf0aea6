import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import { quoted, warn } from "./findings.ts";
import type { PageTags } from "./read-tags.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/** Rules that hide text or images. Our own `noindex` hides nothing from previews. */
const HIDING = /^(?:nosnippet|noimageindex|max-snippet\s*:\s*0|max-image-preview\s*:\s*none)$/i;
/** These rules contain a colon; before any other colon comes a robot's name. */
const WITH_VALUE = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/i;

/** Findings for robots tags, in headers or the head, that keep a fetcher from showing the card. */
export function judgeRobotsTags(
	{ name, robot }: Pick<TestFetcher, "name" | "robot">,
	{ headersOf }: Pick<OwnAnswer, "headersOf">,
	{ named }: Pick<PageTags, "named">,
): Finding[] {
	const robots = new Set(["robots", robot?.toLowerCase()]);
	const header = headersOf("x-robots-tag").find((text) => hides(text, robots));
	const meta = named.find((tag) => robots.has(tag.name) && hides(tag.content, robots));
	const found = [
		header !== undefined && warn(`${name} may show no snippet: X-Robots-Tag is ${quoted(header)}`),
		meta !== undefined && warn(`${name} may show no snippet: the page's meta ${meta.name} is ${quoted(meta.content)}`),
	];
	return found.filter((each) => each !== false);
}

/** Whether one text hides content from all robots or these. A robot's name applies to all rules after it. */
function hides(text: string, robots: ReadonlySet<string | undefined>): boolean {
	let isMeant = true;
	return text.split(",").some((part) => {
		const [, before = "", after = ""] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? [];
		const isNamed = before !== "" && !WITH_VALUE.test(before);
		if (isNamed) isMeant = robots.has(before.toLowerCase());
		return isMeant && HIDING.test((isNamed ? after : part).trim());
	});
}
