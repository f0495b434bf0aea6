import ipaddr from "ipaddr.js";
import { getDomain, parse } from "tldts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { SHORTENERS, SMART_LINKS } from "./shorteners.ts";
import { DYNAMIC_DNS } from "./warning-lists.ts";

export type TargetSign = {
	code: "ip-address" | "shortener" | "smart-link" | "open-redirect" | "download";
	words: string;
};

const REDIRECTS: [host: RegExp, path: RegExp, parameter: string | null][] = [
	[/^(www\.)?google\.[a-z.]+$/, /^\/(url|imgres|amp\/s\/)/, null],
	[/(^|\.)doubleclick\.net$/, /./, null],
	[/^(www\.|m\.|l\.|lm\.)?(facebook|instagram)\.com$/, /^\/(l\.php|flx\/warn|$)/, "u"],
	[/^(www\.|m\.)?youtube\.com$/, /^\/redirect/, "q"],
	[/^(www\.)?linkedin\.com$/, /^\/(redir|slink|safety\/go)/, null],
	[/^(www\.)?bing\.com$/, /^\/ck\//, null],
	[/^(www\.)?duckduckgo\.com$/, /^\/l\//, "uddg"],
	[/^t\.umblr\.com$/, /./, "z"],
	[/^(m\.)?vk\.com$/, /^\/away\.php/, "to"],
	[/^(www\.)?steamcommunity\.com$/, /^\/linkfilter/, null],
	[/^(r\.search|[a-z]+\.search)\.yahoo\.com$/, /./, null],
	[/^(out\.)?reddit\.com$/, /^\/t?\d|^\/r\/out/, "url"],
	[/^(www\.)?yandex\.[a-z.]+$/, /^\/(clck|redir)/, null],
	[/^(www\.)?baidu\.com$/, /^\/link/, "url"],
	[/^(link|www)\.zhihu\.com$/, /^\/$/, "target"],
	[/^slack-redir\.net$/, /./, "url"],
	[/^(www\.)?medium\.com$/, /^\/r\//, "url"],
	[/\.translate\.goog$/, /./, null],
	[/^translate\.google\.[a-z.]+$/, /^\/(translate|website)/, "u"],
	[/^web\.archive\.org$/, /^\/web\/\d+(id_)?\/.*(login|signin|verify)/, null],
];
const DOWNLOAD = /\.(apk|apks|xapk|exe|scr|msi|bat|cmd|pif|vbs|hta|jar|lnk|ps1|dmg\.exe|iso|img|com\.exe)$/i;

/** An address's signs. Credentials aren't among them: links can't have any (P53). */
export function targetSigns(url: URL): TargetSign[] {
	const host = hostOf(url);
	const signs: TargetSign[] = [];
	if (ipaddr.isValid(host.replace(/[[\]]/g, ""))) signs.push({ code: "ip-address", words: host });
	if (url.pathname !== "/" && isSmartLink(host)) signs.push({ code: "smart-link", words: host });
	else if (url.pathname !== "/" && isShortener(host)) signs.push({ code: "shortener", words: host });
	if (isRedirect(url, host)) signs.push({ code: "open-redirect", words: host + url.pathname });
	const file = decoded(url.pathname).split("/").at(-1) ?? "";
	const type = DOWNLOAD.exec(file.trim());
	if (type) signs.push({ code: "download", words: file });
	return signs;
}

function isSmartLink(host: string): boolean {
	return SMART_LINKS.has(host.split(".").slice(-2).join("."));
}

export function isShortener(host: string): boolean {
	return SHORTENERS.has(host.replace(/^www\./, "")) || SHORTENERS.has(getDomain(host) ?? "");
}

function isRedirect(url: URL, host: string): boolean {
	return REDIRECTS.some(([site, path, parameter]) => {
		if (!site.test(host) || !path.test(url.pathname)) return false;
		if (host.endsWith(".translate.goog") || host === "web.archive.org") return true;
		if (parameter !== null) return /^(https?:)?\/\//i.test(url.searchParams.get(parameter) ?? "");
		if (/^\/amp\/s\//.test(url.pathname) || host.endsWith("bing.com")) return true;
		return [...url.searchParams.values()].some((value) => /^(https?:)?\/\//i.test(value));
	});
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

const RISKY_SUFFIX =
	/\.(top|xyz|click|link|icu|cyou|cfd|sbs|buzz|rest|quest|monster|cam|vip|win|bid|loan|pw|tk|ml|ga|cf|gq|info|site|online|live|support|help|center|finance|fun|club|shop|store|space|website|work|zip|mov|life|world|today|asia|cn|cc|ws)$/;

/** Whether anyone can get a name below it within minutes: abused suffixes, dynamic DNS, free hosts. */
export function isRiskyHost(host: string): boolean {
	if (RISKY_SUFFIX.test(host) || DYNAMIC_DNS.has(getDomain(host) ?? "")) return true;
	return parse(host, { allowPrivateDomains: true }).isPrivate === true;
}

/** Of an authority or university. */
export function isOfState(host: string): boolean {
	return /(^|\.)(?:(?:gov|edu|mil)(?:\.[a-z]{2})?|(?:gouv|gob|gv|govt|go|ac)\.[a-z]{2})$|(^|\.)(europa\.eu|admin\.ch|bund\.de)$/.test(
		host,
	);
}
