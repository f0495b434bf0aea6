import {
	codesNote as noteOf,
	PROMOTION_CODES,
	discountNote as shortNoteOf,
} from "#shared/billing/plans/promotion-codes.ts";
import { VAT_NOTES } from "#shared/billing/plans/vat-note.ts";
import { imageFileName } from "#shared/links/image-url.ts";

const CONTACT_PLACEHOLDER = "__CONTACT_URL__";
const YEAR_PLACEHOLDER = "__YEAR__";
const VAT_PLACEHOLDER = "__VAT_NOTE__";
const PLACEHOLDER = "__PUBLIC_ORIGIN__";
const IMAGES_PLACEHOLDER = "__IMAGES_ORIGIN__";
const LINKS_PLACEHOLDER = "__LINKS_ORIGIN__";

/** The server writes the public origin into every page, because the page's own host may be another. */
export function publicOrigin(): string {
	if (typeof document === "undefined") return PLACEHOLDER;
	const written = document.querySelector<HTMLMetaElement>('meta[name="public-origin"]')?.content;
	return written && written !== PLACEHOLDER ? written : window.location.origin;
}

/** The domain of links for display, such as `visualink.example`: the service's, or a separate one (P363). */
export function shortDomain(): string {
	if (typeof document === "undefined") return "__LINKS_HOST__";
	const written = document.querySelector<HTMLMetaElement>('meta[name="links-origin"]')?.content;
	const origin = written && written !== LINKS_PLACEHOLDER ? written : publicOrigin();
	return origin.replace(/^https?:\/\//, "");
}

/**
 * Where a page loads an image from: an upload from the operator's CDN, if there is one (P697), anything else as it is. Canvases
 * take its path, which needs no CORS.
 */
export function imageAddress(imageUrl: string): string {
	if (typeof document === "undefined" || imageFileName(imageUrl) === null) return imageUrl;
	const written = document.querySelector<HTMLMetaElement>('meta[name="images-origin"]')?.content;
	return written && written !== IMAGES_PLACEHOLDER ? written + imageUrl : imageUrl;
}

/** The operator's contact (`CONTACT_URL`). */
export function contactUrl(): string {
	if (typeof document === "undefined") return CONTACT_PLACEHOLDER;
	const written = document.querySelector<HTMLMetaElement>('meta[name="contact-url"]')?.content;
	// Vite's dev server, which fills in nothing, leads home.
	return written && written !== CONTACT_PLACEHOLDER ? written : "/";
}

/** The sentence about VAT: only the server knows whether checkout adds it. */
export function vatNote(): string {
	if (typeof document === "undefined") return VAT_PLACEHOLDER;
	const written = document.querySelector<HTMLMetaElement>('meta[name="vat-note"]')?.content;
	return written && written !== VAT_PLACEHOLDER ? written : VAT_NOTES.none;
}

/** The sentences about promotion codes that Stripe accepts now (P573); empty without one. */
export function codesNote(): string {
	return noteInPage("codes-note", "__CODES_NOTE__", noteOf(PROMOTION_CODES));
}

/** The landing page's sentence about its promotion code; empty if Stripe doesn't accept it. */
export function discountNote(): string {
	return noteInPage("discount-note", "__DISCOUNT_NOTE__", shortNoteOf(PROMOTION_CODES));
}

/** What the server filled in, possibly nothing; `unwritten` on Vite's dev server, which fills in nothing. */
function noteInPage(name: string, placeholder: string, unwritten: string): string {
	if (typeof document === "undefined") return placeholder;
	const written = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
	return written === undefined || written === placeholder ? unwritten : written;
}

/** The year in the page's HTML. */
export function writtenYear(): string {
	if (typeof document === "undefined") return YEAR_PLACEHOLDER;
	const written = document.querySelector<HTMLMetaElement>('meta[name="year"]')?.content;
	return written && written !== YEAR_PLACEHOLDER ? written : presentYear();
}

/** The visitor's current year. */
export function presentYear(): string {
	return String(new Date().getFullYear());
}
