import { createRequire } from "node:module";
import UserAgent from "user-agents";

const PREVIEW_PATTERNS =
	/facebookexternalhit|twitterbot|linkedinbot|slackbot|discordbot|telegrambot|^whatsapp|redditbot|pinterestbot|skypeuripreview/i;

/** Distinct user agents of browsers, drawn from a list of real ones in their real proportions. */
export function browserUserAgents(count: number): string[] {
	const drawn = new Set<string>();
	const generator = new UserAgent();
	for (let tries = 0; drawn.size < count && tries < count * 20; tries++) drawn.add(generator.random().toString());
	return [...drawn];
}

/** User agents of crawlers, each seen in a log. Source: npm package crawler-user-agents. */
export function crawlerUserAgents(): string[] {
	const crawlers: { instances: string[] }[] = createRequire(import.meta.url)("crawler-user-agents");
	return [...new Set(crawlers.flatMap(({ instances }) => instances))];
}

/** Those of them that fetch a link to draw its preview. */
export function previewUserAgents(): string[] {
	return crawlerUserAgents().filter((userAgent) => PREVIEW_PATTERNS.test(userAgent));
}
