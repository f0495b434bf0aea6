const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Path and query of a request target; the absolute form (`GET http://host/go/...`) names the same resource. */
export function pathOf(requestTarget: string): string {
	return requestTarget.startsWith("/") ? requestTarget : requestTarget.replace(ORIGIN, "") || "/";
}
