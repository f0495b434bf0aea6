import { QR_SOURCE, SCAN_QUERY } from "#shared/links/scan.ts";
import { beginningOf } from "#shared/plain-text.ts";
import type { Visitor } from "./visitor.ts";

/** The longest attribution that a view row holds. */
const ATTRIBUTION_MAX = 1024;

/** Click ids that platforms add to a shared address, by platform. */
const CLICK_IDS: ReadonlyMap<string, string> = new Map([
	["fbclid", "facebook"],
	["igsh", "instagram"],
	["igshid", "instagram"],
	["twclid", "x"],
	["ttclid", "tiktok"],
	["li_fat_id", "linkedin"],
	["gclid", "google"],
	["msclkid", "bing"],
]);

/** Hosts behind which a platform hides, and Android apps, which send their package name as the host. */
const REFERRER_ALIASES: ReadonlyMap<string, string> = new Map([
	["t.co", "x"],
	["x.com", "x"],
	["twitter.com", "x"],
	["com.twitter.android", "x"],
	["facebook.com", "facebook"],
	["l.facebook.com", "facebook"],
	["lm.facebook.com", "facebook"],
	["m.facebook.com", "facebook"],
	["com.facebook.katana", "facebook"],
	["instagram.com", "instagram"],
	["l.instagram.com", "instagram"],
	["lnkd.in", "linkedin"],
	["linkedin.com", "linkedin"],
	["com.linkedin.android", "linkedin"],
	["reddit.com", "reddit"],
	["out.reddit.com", "reddit"],
	["old.reddit.com", "reddit"],
	["com.slack", "slack"],
	["org.telegram.messenger", "telegram"],
]);

type Asked = {
	/** The request's query with its `?`, or empty. */
	search: string;
	referrer: string | undefined;
	/** The hosts of our own addresses, which are no sources. */
	ownHosts: readonly string[];
};

/**
 * The source of a view, in one short word or host (P25); empty if unknown. A preview fetcher or an assistant is
 * attributed to its platform, whatever the shared address carries.
 */
export function attributionOf(visitor: Visitor, { search, referrer, ownHosts }: Asked): string {
	if (visitor.answer !== "redirect" && visitor.platform !== null) return visitor.platform;
	return (search === "" ? null : fromQuery(search)) ?? visitor.platform ?? fromReferrer(referrer, ownHosts);
}

function fromQuery(search: string): string | null {
	const params = new URLSearchParams(search);
	const source = storable(params.get("utm_source") ?? "");
	if (source !== "") return source;
	if (isScan(search)) return QR_SOURCE;
	for (const [param, platform] of CLICK_IDS) if (params.has(param)) return platform;
	return null;
}

/** Whether someone came by a QR code: its address is the short one with `?q=1`, to which apps add what they like. */
function isScan(search: string): boolean {
	return search.slice(1).split("&").includes(SCAN_QUERY);
}

function fromReferrer(referrer: string | undefined, ownHosts: readonly string[]): string {
	if (referrer === undefined || !URL.canParse(referrer)) return "";
	const host = new URL(referrer).hostname.toLowerCase();
	if (ownHosts.includes(host)) return "";
	return REFERRER_ALIASES.get(host.replace(/^www\./, "")) ?? host.slice(0, ATTRIBUTION_MAX);
}

/** PostgreSQL stores no NUL, and a source is one line. */
function storable(text: string): string {
	return beginningOf(text.replace(/\p{Cc}/gu, "").trim(), ATTRIBUTION_MAX);
}
