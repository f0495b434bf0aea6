import { readLenientPath } from "./lenient-path.ts";

/** What a path under `/go` asks for. */
export type GoPath =
	| { kind: "link"; userSlug: string; linkSlug: string; search: string }
	/** Where a link leads, for people who want to know before they follow it (P141). */
	| { kind: "trust"; userSlug: string; linkSlug: string }
	/** Where the universal page reports the window's size. */
	| { kind: "size"; viewId: string; search: string }
	| { kind: "missing" }
	| { kind: "malformed" };

/** The address as it was given out, with its query: nearly every request, so it is read in one go. */
const LINK = /^\/go\/([A-Za-z0-9_-]{1,20})\/([A-Za-z0-9_-]{1,20})\/?(\?[^#]*)?(?:#|$)/;
/** A tilde can't be in a slug. */
const SIZE = /^\/go\/~size\/([0-9a-f-]{36})$/;

/** Where the universal page's script reports the window's size of a view. */
export function sizeReportPath(viewId: string): string {
	return `/go/~size/${viewId}`;
}

/** Whether a request belongs to the public link and not to the rest of the service. @param requestTarget path and query */
export function isGoRequest(requestTarget: string): boolean {
	return requestTarget.startsWith("/go/") || /^\/+go(?:[/?#]|$)/i.test(requestTarget);
}

/**
 * Parses a request target; impossible slugs are rejected without a query. An address that is no link's is parsed once
 * more without what others may have put around one (P125).
 */
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

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}
