import { createHash } from "node:crypto";
import type { Origins } from "#server/platform/config/origins.ts";
import { escapeHtml } from "#server/platform/http/own-page.ts";
import { pageStyle } from "#server/platform/http/page-style.ts";
import { IMAGE_TAG } from "#shared/links/cards/delivery.ts";
import { shownHost, siteName } from "#shared/links/cards/shown-host.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { componentEmbed } from "./component-embed.ts";

/** What a page needs to know of a link. All text is as its owner typed it; it is escaped here, once. */
export type Card = {
	title: string;
	description: string;
	/** A path of ours, a foreign https address, or null. */
	imageUrl: string | null;
	/** Of an image of ours: wide, unless something else is said. */
	imageShape?: ImageShape | null;
	/** Discord's accent, `#rrggbb`. */
	color: string | null;
	/** What the button of Discord's card says; null without one. */
	button?: string | null;
	/** In the address of an image of ours, so that its fetch counts for this card (P138); null without one. */
	imageTag: string | null;
	/** Where the visible link leads. */
	destination: string;
	/** The address whose host the card names, where it is not the destination's. */
	siteUrl?: string;
	/** Our own short address: Facebook caches by it and refuses a foreign one. */
	canonicalUrl: string;
} & Origins;

const STYLE =
	pageStyle(["paper", "ink", "accent"]) +
	"body{max-width:36rem;margin:10vh auto;padding:0 1rem}h1{letter-spacing:-.02em;line-height:1.1}";

/**
 * Reads its data from the page, so that no owner's or visitor's text is in a script. The visitor's `#fragment`, which
 * browsers don't send, is passed on if the target has none, as after a redirect (P11).
 */
const SCRIPT =
	"(function(){var a=document.querySelector('a');if(!a.hash&&location.hash)a.hash=location.hash;" +
	"try{navigator.sendBeacon(a.dataset.size+'?w='+innerWidth+'&h='+innerHeight)}catch(e){}" +
	"location.replace(a.href)})()";

const STYLE_SOURCE = `style-src '${sha256(STYLE)}'`;
const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The Content-Security-Policy of a page without a script. */
export const CARD_CSP = `default-src 'none'; img-src 'self' https:; ${STYLE_SOURCE}; ${CLOSED}`;

/** The Content-Security-Policy of the universal page: its own script, and its report of the window's size. */
export const UNIVERSAL_CSP = `default-src 'none'; img-src 'self' https:; ${STYLE_SOURCE}; script-src '${sha256(SCRIPT)}'; connect-src 'self'; ${CLOSED}`;

/** The page that preview fetchers get: tags, no script that does anything, no refresh, one visible link. */
export function cardPage(card: Card): string {
	return page(head(card), body(card, ""));
}

/**
 * The page for anyone who is neither surely a fetcher nor surely a person: the card, and a script that goes on.
 * @param sizeReportPath where the script reports the window's size (P24)
 * @param trustPath of the link's trust page
 */
export function universalPage(
	card: Card,
	{ sizeReportPath, trustPath }: { sizeReportPath: string; trustPath: string },
): string {
	const content = body(card, ` data-size="${escapeHtml(sizeReportPath)}"`);
	return page(head(card), `${content}${trustLine(trustPath)}<script>${SCRIPT}</script>`);
}

/**
 * The page of a link that leads nowhere at the moment (P187): its card for anyone who reads tags, a sentence for people.
 * @param text what it says, below its heading
 */
export function closedPage(card: Card, { title, text }: { title: string; text: string }): string {
	return page(head(card), messageBody({ title, text, homeUrl: `${card.publicOrigin}/` }));
}

export type Message = {
	title: string;
	text: string;
	/** Absolute, as the home page may be on another host. */
	homeUrl: string;
	/** HTML below it. */
	more?: string;
};

/** A short page of ours that says one thing, with the way home. */
export function messagePage(message: Message): string {
	return page(`<title>${escapeHtml(message.title)}</title><link rel="icon" href="/favicon.ico">`, messageBody(message));
}

function messageBody({ title, text, homeUrl, more = "" }: Message): string {
	const home = escapeHtml(homeUrl);
	return (
		`<header><a href="${home}"><img src="/icon.svg" width="32" height="32" alt="">Visualink</a></header>` +
		`<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="${home}">Go to the home page</a></p>${more}</main>`
	);
}

/** HTML of the way to a link's trust page (P141). */
export function trustLine(trustPath: string, label = "Check or report this link"): string {
	return `<p><small><a rel="nofollow" href="${escapeHtml(trustPath)}">${label}</a></small></p>`;
}

function page(headContent: string, bodyContent: string): string {
	return (
		`<!doctype html><html lang="en"><head><meta charset="utf-8">${headContent}` +
		`<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>` +
		`<body>${bodyContent}</body></html>`
	);
}

/**
 * Some readers cut at 4,000 bytes, so what every platform needs comes first, and repetitions last. Without `og:locale`,
 * because a card's language is unknown.
 */
function head(card: Card): string {
	const image = imageAddress(card);
	return [
		og("title", card.title),
		og("description", card.description),
		image === null ? "" : og("image", image),
		og("url", card.canonicalUrl),
		og("type", "website"),
		named("twitter:card", image === null ? "summary" : "summary_large_image"),
		`<title>${escapeHtml(card.title)}</title>`,
		`<link rel="canonical" href="${escapeHtml(card.canonicalUrl)}">`,
		og("site_name", siteName(card.siteUrl ?? card.destination)),
		image === null ? "" : imageDetails(card, image),
		named("twitter:title", card.title),
		image === null ? "" : named("twitter:image", image),
		card.color === null ? "" : named("theme-color", card.color),
		`<link rel="icon" href="${escapeHtml(card.linksOrigin)}/favicon.ico">`,
		named("twitter:description", card.description),
		named("description", card.description),
		card.button ? (componentEmbed({ ...card, button: card.button, image }) ?? "") : "",
	].join("");
}

/** An image of ours has the size of its shape, and one type; of a foreign one we know neither. */
function imageDetails(card: Card, image: string): string {
	const { width, height } = IMAGE_SIZES[card.imageShape ?? "wide"];
	const isOurs = image.startsWith(`${card.linksOrigin}${IMAGES_PATH}/`);
	return [
		image.startsWith("https:") ? og("image:secure_url", image) : "",
		isOurs ? og("image:type", "image/jpeg") : "",
		isOurs ? og("image:width", String(width)) : "",
		isOurs ? og("image:height", String(height)) : "",
		og("image:alt", card.title),
	].join("");
}

function body(card: Card, linkAttributes: string): string {
	const host = escapeHtml(shownHost(card.destination));
	return (
		`<h1>${escapeHtml(card.title)}</h1><p>${escapeHtml(card.description)}</p>` +
		`<p><a rel="nofollow noopener noreferrer" href="${escapeHtml(card.destination)}"${linkAttributes}>Continue to ${host}</a></p>`
	);
}

function imageAddress({ imageUrl, imageTag, linksOrigin }: Card): string | null {
	if (imageUrl === null || imageUrl === "") return null;
	return imageUrl.startsWith("/") ? `${linksOrigin}${imageUrl}?${IMAGE_TAG}=${imageTag}` : imageUrl;
}

function og(property: string, content: string): string {
	return `<meta property="og:${property}" content="${escapeHtml(content)}">`;
}

function named(name: string, content: string): string {
	return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function sha256(text: string): string {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
