/** Stands in pre-rendered HTML where the server writes its public origin; see `server/http/client-app.ts`. */
const PLACEHOLDER = "__PUBLIC_ORIGIN__";

/**
 * Where the service is reached in public, such as `https://visualink.example`. The server writes it into every page,
 * so that addresses shown are right even when a page is opened by another name.
 */
export function publicOrigin(): string {
	if (typeof document === "undefined") return PLACEHOLDER;
	const written = document.querySelector<HTMLMetaElement>('meta[name="public-origin"]')?.content;
	return written && written !== PLACEHOLDER ? written : window.location.origin;
}

/** The short domain as people read it, such as `visualink.example`. */
export function shortDomain(): string {
	if (typeof document === "undefined") return "__PUBLIC_HOST__";
	return publicOrigin().replace(/^https?:\/\//, "");
}
