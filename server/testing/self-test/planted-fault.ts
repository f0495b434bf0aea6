import { TEST_FETCHERS } from "#server/links/cards/self-test/test-fetchers.ts";
import type { DoorAnswer, DoorFault } from "./faulty-door.ts";

/** A fault, and what the test of a link must report. */
export type PlantedFault = DoorFault & {
	name: string;
	/** A part of the sentence. */
	says: string;
	/** The affected fetchers; all twelve without it. */
	who?: readonly string[];
};

export type FaultSources = {
	/** Images instead of the link's own: a quarter as wide, one with 700 KB, one that was recompressed, and a WebP. */
	small: Buffer;
	heavy: Buffer;
	recompressed: Buffer;
	webp: Buffer;
};

// Which of the twelve fetchers do what (`test-fetchers.ts`).
export const HEEDS_ROBOTS = ["Facebook", "X", "LinkedIn", "Discord", "Teams", "Reddit"];
export const ASKS_HEAD = ["X", "Mastodon"];
export const ASKS_RANGE = ["WhatsApp", "Facebook", "Slack"];
export const RANGES_IMAGES = ["WhatsApp", "Facebook"];
export const ASKS_GZIP = ["Facebook", "LinkedIn", "iMessage", "Mastodon"];
export const ASKS_NO_GZIP = ["WhatsApp", "X", "Slack", "Discord", "Telegram", "Bluesky", "Teams", "Reddit"];
export const PREFERS_TWITTER = ["X", "Slack", "Teams"];
export const SHOWS_NO_WEBP = ["LinkedIn", "Telegram"];
export const SHOWS_WEBP = TEST_FETCHERS.map(({ name }) => name).filter((name) => !SHOWS_NO_WEBP.includes(name));
export const HEEDS_CARD_KIND = ["X", "Discord"];

// Changes of an answer.
export const headers =
	(changed: Record<string, string>) =>
	(answer: DoorAnswer): DoorAnswer => ({ ...answer, headers: { ...answer.headers, ...changed } });
export const without =
	(name: string) =>
	({ headers: { [name]: _, ...kept }, ...answer }: DoorAnswer): DoorAnswer => ({ ...answer, headers: kept });
export const body = (answer: DoorAnswer, changed: Buffer | string): DoorAnswer => {
	const bytes = Buffer.from(changed);
	return { ...answer, body: bytes, headers: { ...answer.headers, "content-length": String(bytes.length) } };
};
export const html = (change: (text: string) => string) => (answer: DoorAnswer) =>
	body(answer, change(answer.body.toString("utf8")));
/** Adds markup at the end of the page's head. */
export const inHead = (markup: string) => html((text) => text.replace("</head>", () => `${markup}</head>`));
/** Replaces a tag; with nothing, takes it away. */
export const retagged = (property: string, markup: string) => html((text) => text.replace(tag(property), () => markup));
export const instead =
	(status: number, text: string, more: Record<string, string> = {}) =>
	(answer: DoorAnswer) =>
		body({ ...answer, status, headers: { "content-type": "text/html; charset=utf-8", ...more } }, text);
export const tag = (property: string) => new RegExp(`<meta (?:property|name)="${property}" content="[^"]*">`);
export const CHALLENGE = "<!doctype html><html><head><title>Just a moment...</title></head><body></body></html>";
export const SLOW_MS = 3_200;
