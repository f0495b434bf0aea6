import {
	codesNote as noteOf,
	PROMOTION_CODES,
	discountNote as shortNoteOf,
} from "#shared/billing/plans/promotion-codes.ts";
import { VAT_NOTES } from "#shared/billing/plans/vat-note.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";

/** The server writes the public origin into every page, because the page's own host may be another. */
export function publicOrigin(): string {
	return written("public-origin") || window.location.origin;
}

/** The domain of links for display, such as `visualink.example`: the service's, or a separate one (P363). */
export function shortDomain(): string {
	if (typeof document === "undefined") return "__LINKS_HOST__";
	return (written("links-origin") || publicOrigin()).replace(/^https?:\/\//, "");
}

/**
 * Where a page loads an image from: an upload from the operator's CDN, if there is one (P697), anything else as it is. Canvases
 * take its path, which needs no CORS.
 */
export function imageAddress(imageUrl: string): string {
	if (typeof document === "undefined" || !imageUrl.startsWith(`${IMAGES_PATH}/`)) return imageUrl;
	return (written("images-origin") ?? "") + imageUrl;
}

/** The operator's contact (`CONTACT_URL`). Vite's dev server, which fills in nothing, leads home. */
export function contactUrl(): string {
	return written("contact-url") || "/";
}

/** The sentence about VAT: only the server knows whether checkout adds it. */
export function vatNote(): string {
	return written("vat-note") || VAT_NOTES.none;
}

/** The sentences about promotion codes that Stripe accepts now (P573); empty without one. */
export function codesNote(): string {
	return written("codes-note") ?? noteOf(PROMOTION_CODES);
}

/** The landing page's sentence about its promotion code; empty if Stripe doesn't accept it. */
export function discountNote(): string {
	return written("discount-note") ?? shortNoteOf(PROMOTION_CODES);
}

/** The year in the page's HTML. */
export function writtenYear(): string {
	return written("year") || presentYear();
}

/** The visitor's current year. */
export function presentYear(): string {
	return String(new Date().getFullYear());
}

/**
 * What the server filled in, possibly nothing; null on Vite's dev server, which fills in nothing. Where a page's HTML is
 * made, the placeholder, such as `__PUBLIC_ORIGIN__`.
 */
function written(name: string): string | null {
	const placeholder = `__${name.toUpperCase().replace("-", "_")}__`;
	if (typeof document === "undefined") return placeholder;
	const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder;
	return text === placeholder ? null : text;
}
