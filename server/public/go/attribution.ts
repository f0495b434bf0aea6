import { QR_SOURCE, SCAN_QUERY } from "#shared/links/scan.ts";
import { beginningOf } from "#shared/platform/plain-text.ts";
import { platformOfHost } from "#shared/public/platforms/platform-names.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import type { Visitor } from "./visitor.ts";

const ATTRIBUTION_MAX = 1024;

type ClickId = { platform: string; company: string | undefined; rank: number };

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
	/** Whether a host is ours or the link's owner's, and so no source. */
	isOwnHost: (host: string) => boolean;
};

/**
 * A view's source as a word or host (P25); empty if unknown. Preview fetchers and assistants count as their platform,
 * whatever parameters the address has.
 */
export function attributionOf(visitor: Visitor, { search, referrer, isOwnHost }: Asked): string {
	const { platform } = visitor;
	if (visitor.answer !== "redirect" && platform !== null) return platform;
	const params = search === "" ? null : new URLSearchParams(search);
	const named = params && storable(params.get("utm_source") ?? "");
	if (named) return named;
	if (isScan(search)) return QR_SOURCE;
	const clickId = params && clickIdOf(params);
	if (clickId && clickId.company === undefined) return clickId.platform;
	const source = platform ?? fromReferrer(referrer, isOwnHost);
	if (!clickId) return source;
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

function isScan(search: string): boolean {
	return search !== "" && search.slice(1).split("&").includes(SCAN_QUERY);
}

function fromReferrer(referrer: string | undefined, isOwnHost: Asked["isOwnHost"]): string {
	if (referrer === undefined || !URL.canParse(referrer)) return "";
	const host = new URL(referrer).hostname.toLowerCase();
	if (isOwnHost(host)) return "";
	return platformOfHost(host) ?? host.slice(0, ATTRIBUTION_MAX);
}

function storable(text: string): string {
	return beginningOf(text.replace(/\p{Cc}/gu, "").trim(), ATTRIBUTION_MAX);
}
