import { createHash } from "node:crypto";
import { hidesImageLoads, type Origins } from "#server/platform/config/origins.ts";
import { escapeHtml } from "#server/platform/http/own-page.ts";
import { pageStyle } from "#server/platform/http/page-style.ts";
import { IMAGE_TAG } from "#shared/links/cards/delivery.ts";
import { shownHost, siteName } from "#shared/links/cards/shown-host.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { componentEmbed } from "./component-embed.ts";

export type Card = {
	title: string;
	description: string;
	imageUrl: string | null;
	imageShape?: ImageShape | null;
	color: string | null;
	button?: string | null;
	/** Part of an uploaded image's address, so that a fetch counts for this card (P138); null without one. */
	imageTag: string | null;
	destination: string;
	/** The address whose host the card shows, if not the destination. */
	siteUrl?: string;
	/** The short address: Facebook caches by it, and rejects another host's. */
	canonicalUrl: string;
	/** Whether that is on the owner's domain, which has an icon of its own. */
	isOnDomain?: boolean;
} & Origins;

const STYLE =
	pageStyle(["paper", "ink", "accent"]) +
	"body{max-width:36rem;margin:10vh auto;padding:0 1rem}h1{letter-spacing:-.02em;line-height:1.1}";

/**
 * Reads its data from the page: no foreign text is in a script. Keeps the visitor's `#fragment` unless the target has
 * one, as redirects do (P11).
 */
const SCRIPT =
	"(function(){var a=document.querySelector('a');if(!a.hash&&location.hash)a.hash=location.hash;" +
	"try{navigator.sendBeacon(a.dataset.size+'?w='+innerWidth+'&h='+innerHeight)}catch(e){}" +
	"location.replace(a.href)})()";

const STYLE_SOURCE = `style-src '${sha256(STYLE)}'`;
const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const CARD_CSP = `default-src 'none'; img-src 'self' https:; ${STYLE_SOURCE}; ${CLOSED}`;

export const UNIVERSAL_CSP = `default-src 'none'; img-src 'self' https:; ${STYLE_SOURCE}; script-src '${sha256(SCRIPT)}'; connect-src 'self'; ${CLOSED}`;

/** The page for preview fetchers: tags, no working script, no refresh, one visible link. */
export function cardPage(card: Card): string {
	return page(head(card), body(card, ""));
}

/**
 * The page for unclear visitors: the card, and a script that continues to the target.
 * @param sizeReportPath where the script reports the window's size (P24)
 * @param trustPath the link's trust page
 */
export function universalPage(
	card: Card,
	{ sizeReportPath, trustPath }: { sizeReportPath: string; trustPath: string },
): string {
	const content = body(card, ` data-size="${escapeHtml(sizeReportPath)}"`);
	return page(head(card), `${content}${trustLine(trustPath)}<script>${SCRIPT}</script>`);
}

/** A page without a current target (P187): its card for crawlers, a sentence for people. */
export function closedPage(card: Card, message: Message): string {
	return page(head(card), messageBody(message));
}

export type Message = {
	title: string;
	text: string;
	/** Null on an account's own domain, where nothing names us. */
	homeUrl: string | null;
	more?: string;
};

/** A short page with one message, and with our name and a link home on our hosts. */
export function messagePage(message: Message): string {
	const icon = message.homeUrl === null ? "" : '<link rel="icon" href="/favicon.ico">';
	return page(`<title>${escapeHtml(message.title)}</title>${icon}`, messageBody(message));
}

function messageBody({ title, text, homeUrl, more = "" }: Message): string {
	const said = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`;
	if (homeUrl === null) return `<main>${said}${more}</main>`;
	const home = escapeHtml(homeUrl);
	return (
		`<header><a href="${home}"><img src="/icon.svg" width="32" height="32" alt="">Visualink</a></header>` +
		`<main>${said}<p><a href="${home}">Go to the home page</a></p>${more}</main>`
	);
}

/** HTML of the link to a trust page (P141). */
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

/** Most important tags first, because some readers cut at 4,000 bytes. No `og:locale`: the language is unknown. */
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
		card.isOnDomain ? "" : `<link rel="icon" href="${escapeHtml(card.linksOrigin)}/favicon.ico">`,
		named("twitter:description", card.description),
		named("description", card.description),
		card.button ? (componentEmbed({ ...card, button: card.button, image }) ?? "") : "",
	].join("");
}

/** Uploads have a known size and type; foreign images don't. */
function imageDetails(card: Card, image: string): string {
	const { width, height } = IMAGE_SIZES[card.imageShape ?? "wide"];
	const isOurs = image.startsWith(`${card.imagesOrigin}${IMAGES_PATH}/`);
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

/** Behind a cache without a tag: it would only store the same bytes once for each (P699). */
function imageAddress({ imageUrl, imageTag, ...origins }: Card): string | null {
	if (imageUrl === null || imageUrl === "") return null;
	const tag = hidesImageLoads(origins) ? "" : `?${IMAGE_TAG}=${imageTag}`;
	return imageUrl.startsWith("/") ? origins.imagesOrigin + imageUrl + tag : imageUrl;
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
