import { readLenientPath } from "./lenient-path.ts";

export type GoPath =
	| { kind: "link"; userSlug: string; linkSlug: string; search: string }
	/** A link's trust page (P141). */
	| { kind: "trust"; userSlug: string; linkSlug: string }
	| { kind: "size"; viewId: string; search: string }
	| { kind: "missing" }
	| { kind: "malformed" };

/** The address as given out, with its query: a fast path for nearly every request. */
const LINK = /^\/go\/([A-Za-z0-9_-]{1,20})\/([A-Za-z0-9_-]{1,20})\/?(\?[^#]*)?(?:#|$)/;
/** A tilde can't be in a slug. */
const SIZE = /^\/go\/~size\/([0-9a-f-]{36})$/;

/** The path to which the universal page reports a view's window size. */
export function sizeReportPath(viewId: string): string {
	return `/go/~size/${viewId}`;
}

/** Whether a request belongs to the public link and not to the rest of the service. @param requestTarget path and query */
export function isGoRequest(requestTarget: string): boolean {
	return requestTarget.startsWith("/go/") || /^\/+go(?:[/?#]|$)/i.test(requestTarget);
}

/** Parses a request target, rejecting impossible slugs without a query. Other paths are parsed leniently (P125). */
export function readGoPath(requestTarget: string): GoPath {
	const link = LINK.exec(requestTarget);
	if (link) return { kind: "link", userSlug: link[1] ?? "", linkSlug: link[2] ?? "", search: link[3] ?? "" };
	const target = requestTarget.split("#", 1)[0] ?? "";
	const queryStart = target.indexOf("?");
	const path = queryStart < 0 ? target : target.slice(0, queryStart);
	const search = queryStart < 0 ? "" : target.slice(queryStart);
	const size = SIZE.exec(path);
	if (size) return { kind: "size", viewId: size[1] ?? "", search };
	const stuck = readLenientPath(path, search);
	if (stuck) {
		const { isTrustPage, ...link } = stuck;
		return isTrustPage
			? { kind: "trust", userSlug: link.userSlug, linkSlug: link.linkSlug }
			: { kind: "link", ...link };
	}
	return { kind: isDecodable(path) ? "missing" : "malformed" };
}

const ROOT = /^\/*(?:[?#]|$)/;

/**
 * The same on an account's own domain, where links are at `/{slug}` too. Everything below `/go` is as on our host, for
 * people who replace the host alone.
 */
export function readPathOnDomain(requestTarget: string, userSlug: string): GoPath | { kind: "root" } {
	if (ROOT.test(requestTarget)) return { kind: "root" };
	if (!requestTarget.startsWith("/")) return { kind: "missing" };
	const path = isGoRequest(requestTarget) ? readGoPath(requestTarget) : null;
	return path === null || path.kind === "missing" ? readGoPath(`/go/${userSlug}${requestTarget}`) : path;
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}
