import { createHash } from "node:crypto";
import { hostOf, parseUrl } from "#shared/platform/parse-url.ts";

export type Target = { target: string; url: string; host: string };

/** What is checked of a link's target: its address without a fragment, which no server sees; null if it's no address. */
export function targetOf(targetUrl: string): Target | null {
	const url = parseUrl(targetUrl);
	if (!url || !/^https?:$/.test(url.protocol)) return null;
	url.hash = "";
	const target = createHash("sha256").update(url.href).digest("base64url");
	return { target, url: url.href, host: hostOf(url) };
}
