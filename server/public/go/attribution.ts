import { QR_SOURCE, SCAN_QUERY } from "#shared/links/scan.ts";
import { beginningOf } from "#shared/platform/plain-text.ts";
import { platformOfHost } from "#shared/public/platforms/platform-names.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import type { Visitor } from "./visitor.ts";

/** The longest attribution that a view row holds. */
const ATTRIBUTION_MAX = 1024;

type ClickId = { platform: string; company: string | undefined; rank: number };

/** By parameter. The platform that the table names first wins. */
const CLICK_IDS: ReadonlyMap<string, ClickId> = new Map(
	PLATFORMS.flatMap(({ word, company, clickIds = [] }, rank) =>
		clickIds.map((param): [string, ClickId] => [param, { platform: word, company, rank }]),
	),
);
const COMPANIES: ReadonlyMap<string | null, string> = new Map(
	PLATFORMS.flatMap(({ word, company }): [string, string][] => (company ? [[word, company]] : [])),
);

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
	const { platform } = visitor;
	if (visitor.answer !== "redirect" && platform !== null) return platform;
	const params = search === "" ? null : new URLSearchParams(search);
	const named = params && storable(params.get("utm_source") ?? "");
	if (named) return named;
	if (isScan(search)) return QR_SOURCE;
	const clickId = params && clickIdOf(params);
	if (clickId && clickId.company === undefined) return clickId.platform;
	const source = platform ?? fromReferrer(referrer, ownHosts);
	if (!clickId) return source;
	// All apps of a company add one click id: which of them it was, the app or the referrer says.
	return COMPANIES.get(source) === clickId.company ? source : clickId.platform;
}

function clickIdOf(params: URLSearchParams): ClickId | null {
	let first: ClickId | null = null;
	for (const param of params.keys()) {
		const found = CLICK_IDS.get(param.toLowerCase());
		if (found !== undefined && (first === null || found.rank < first.rank)) first = found;
	}
	return first;
}

/** Whether someone came by a QR code: its address is the short one with `?q=1`, to which apps add what they like. */
function isScan(search: string): boolean {
	return search !== "" && search.slice(1).split("&").includes(SCAN_QUERY);
}

function fromReferrer(referrer: string | undefined, ownHosts: readonly string[]): string {
	if (referrer === undefined || !URL.canParse(referrer)) return "";
	const host = new URL(referrer).hostname.toLowerCase();
	if (ownHosts.includes(host)) return "";
	return platformOfHost(host) ?? host.slice(0, ATTRIBUTION_MAX);
}

/** PostgreSQL stores no NUL, and a source is one line. */
function storable(text: string): string {
	return beginningOf(text.replace(/\p{Cc}/gu, "").trim(), ATTRIBUTION_MAX);
}
