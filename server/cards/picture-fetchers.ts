/**
 * Discord loads the images of cards under a browser's name: these two, to the letter (discord-api-docs #1600, #3872, #6694).
 * Only for images with a tag of ours, which only cards contain: a person's browser may have the same name.
 */
const DISCORD_PICTURE_AGENTS: ReadonlySet<string> = new Set([
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 11.6; rv:92.0) Gecko/20100101 Firefox/92.0",
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:38.0) Gecko/20100101 Firefox/38.0",
]);

/** The platform that loads a tagged image under this user agent, although it does not say so; null for any other. */
export function hiddenPictureFetcher(userAgent: string): string | null {
	return DISCORD_PICTURE_AGENTS.has(userAgent) ? "discord" : null;
}
