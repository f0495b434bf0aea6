import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { getDomain, parse } from "tldts";
import { brandsOf } from "../brands.ts";
import { KNOWN_SITES } from "./known-sites.ts";
import { SHORTENERS, SMART_LINKS } from "./shorteners.ts";
import { DYNAMIC_DNS } from "./warning-lists.ts";

const OF_MANY = new Set(
	`linktr.ee beacons.ai bio.link lnk.bio carrd.co campsite.bio taplink.cc telegra.ph telegram.me pastebin.com rentry.co justpaste.it
write.as notion.so airtable.com calendly.com eventbrite.com typeform.com jotform.com surveymonkey.com tally.so cognitoforms.com formstack.com
wetransfer.com mediafire.com mega.nz scribd.com issuu.com slideshare.net canva.com figma.com miro.com padlet.com patreon.com
ko-fi.com buymeacoffee.com gofundme.com kickstarter.com indiegogo.com gumroad.com itch.io behance.net dribbble.com soundcloud.com
bandcamp.com vimeo.com dailymotion.com imgur.com flickr.com blogger.com livejournal.com dev.to hashnode.com bitbucket.org codepen.io
glitch.com replit.com tumblr.com vk.com ok.ru weibo.com line.me wa.me t.me`.split(/\s+/),
);
/** Sites that name customers in subdomains, but aren't in the public suffix list. */
const NAMED_WITHIN =
	/(?:^|\.)([^.]+\.(?:notion\.site|canva\.site|my\.canva\.site|sharepoint\.com|square\.site|carrd\.co|wordpress\.com|tumblr\.com|substack\.com|livejournal\.com|itch\.io|gumroad\.com|bandcamp\.com|typeform\.com))$/;
const DEPTH = 12;
const IN_FRONT = /^(?:www|m|mobile)\.(?=[^.]+\.)/;

/** The unit of an operator's decision (P461): one owner's whole site, or a single page on shared hosts. */
export function siteKey(url: URL): string {
	const host = hostOf(url);
	return isOfMany(host) ? pageKey(url) : hashed(siteOf(host));
}

/** Keys under which a target's decision is looked up: its own, and on shared hosts its parent pages, nearest first. */
export function keysOver(url: URL): string[] {
	const host = hostOf(url);
	if (!isOfMany(host)) return [siteKey(url)];
	const parts = pathOf(url).split("/").slice(1);
	const depths = Array.from({ length: Math.min(parts.length - 1, DEPTH) }, (_, at) => at + 1).toReversed();
	return [siteKey(url), ...depths.map((depth) => hashed(`${host}/${parts.slice(0, depth).join("/")}`))];
}

/** A page by host and path; ignores scheme, port, query, fragment, case and percent-encoding. */
export function pageKey(url: URL): string {
	return hashed(`${hostOf(url)}${pathOf(url)}`);
}

function pathOf({ pathname }: URL): string {
	return decoded(pathname)
		.normalize("NFC")
		.toLowerCase()
		.replace(/\/{2,}/g, "/")
		.replace(/\/$/, "");
}

function hostOf({ hostname }: URL): string {
	const host = hostname.replace(/\.+$/, "");
	return getDomain(host) === host ? host : host.replace(IN_FRONT, "");
}

function siteOf(host: string): string {
	const [, named] = NAMED_WITHIN.exec(host) ?? [];
	if (named) return named;
	const domain = getDomain(host) ?? "";
	if (DYNAMIC_DNS.has(domain))
		return host
			.split(".")
			.slice(-1 - domain.split(".").length)
			.join(".");
	return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function isOfMany(host: string): boolean {
	if (ipaddr.isValid(host.replace(/[[\]]/g, "")) || NAMED_WITHIN.test(host)) return false;
	const { domain, isPrivate } = parse(host, { allowPrivateDomains: true });
	// A name below a public suffix, such as `ada.github.io`, has one owner.
	if (isPrivate && domain !== null) return false;
	return [host, getDomain(host) ?? host].some(
		(one) =>
			KNOWN_SITES.has(one) || SHORTENERS.has(one) || SMART_LINKS.has(one) || OF_MANY.has(one) || brandsOf(one).size > 0,
	);
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

function hashed(key: string): string {
	return createHash("sha256").update(key).digest("base64url");
}
