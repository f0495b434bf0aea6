import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import escapeHtml from "escape-html";
import { hidesImageLoads } from "#server/platform/config/origins.ts";
import { codesNote, discountNote, type PromotionCode } from "#shared/billing/plans/promotion-codes.ts";

export type Asset = {
	type: string;
	cacheControl: string;
	body: Buffer;
	etag: string;
	encodings: { br?: () => Buffer; gzip?: () => Buffer };
};
export type Page = Map<string, Asset>;

export type Written = {
	publicOrigin: string;
	linksOrigin: string;
	imagesOrigin: string;
	contactUrl: string;
	vatNote: string;
	codes: readonly PromotionCode[];
	year: number;
	sandbox: string[];
};

/** Attributes of `<html>` for the client: signed in or not, and who opened the page. */
export function marksOf({ isSignedOut, isOwn }: { isSignedOut: boolean; isOwn: boolean }): string {
	return `${isSignedOut ? ' data-session="none"' : ""}${isOwn ? ' data-navigation="own"' : ""}`;
}

const ALL_MARKS = [true, false].flatMap((isSignedOut) => [true, false].map((isOwn) => marksOf({ isSignedOut, isOwn })));

const HASHED = /^\/assets\//;
const TEMPLATE = /\.(?:html|txt|xml)$/;

const TYPES: Record<string, string> = {
	".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico": "image/x-icon",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".woff2": "font/woff2",
	".xml": "application/xml",
};

export type Client = {
	stored: Map<string, Asset>;
	templates: Map<string, string>;
};

/** Reads the built client from its folder. */
export function readClient(dir: string): Client {
	const stored = new Map<string, Asset>();
	const templates = new Map<string, string>();
	for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
		const file = path.join(entry.parentPath, entry.name);
		const urlPath = `/${path.relative(dir, file).split(path.sep).join("/")}`;
		if (!entry.isFile() || !(path.extname(file) in TYPES) || urlPath === "/pages.json") continue;
		if (TEMPLATE.test(file)) templates.set(urlPath, readFileSync(file, "utf8"));
		else stored.set(urlPath, storedAsset(file, urlPath));
	}
	return { stored, templates };
}

/** Fills in the placeholders: pages by file, all other files by path. */
export function writeClient(
	{ stored, templates }: Client,
	{ publicOrigin, linksOrigin, imagesOrigin, contactUrl, vatNote, codes, year, sandbox }: Written,
): { files: Map<string, Asset>; pages: Map<string, Page> } {
	const files = new Map(stored);
	const pages = new Map<string, Page>();
	for (const [urlPath, template] of templates) {
		const text = template
			.replaceAll("__PUBLIC_ORIGIN__", publicOrigin)
			.replaceAll("__LINKS_ORIGIN__", linksOrigin)
			.replaceAll("__IMAGES_ORIGIN__", hidesImageLoads({ linksOrigin, imagesOrigin }) ? imagesOrigin : "")
			.replaceAll("__LINKS_HOST__", linksOrigin.replace(/^https?:\/\//, ""))
			.replaceAll("__CONTACT_URL__", () => escapeHtml(contactUrl))
			.replaceAll("__VAT_NOTE__", () => escapeHtml(vatNote))
			.replaceAll("__CODES_NOTE__", () => escapeHtml(codesNote(codes)))
			.replaceAll("__DISCOUNT_NOTE__", () => escapeHtml(discountNote(codes)))
			.replaceAll("__YEAR__", String(year))
			.replace("</body>", () => `${sandboxLine(sandbox)}</body>`);
		if (urlPath.endsWith(".html")) {
			const marked = ALL_MARKS.map(
				(marks) => [marks, writtenAsset(urlPath, text.replace("<html", `<html${marks}`))] as const,
			);
			pages.set(urlPath.slice(1), new Map(marked));
		} else {
			files.set(urlPath, writtenAsset(urlPath, text));
		}
	}
	return { files, pages };
}

/** Outside React's root, so that no screen has to know about it. */
function sandboxLine(sandbox: string[]): string {
	if (sandbox.length === 0) return "";
	return `<aside class="sandbox-line">Sandbox: ${sandbox.join(" and ")} ${sandbox.length > 1 ? "are" : "is"} not the real thing here.</aside>`;
}

function storedAsset(file: string, urlPath: string): Asset {
	const compressed = (extension: string) => (existsSync(file + extension) ? readFileSync(file + extension) : null);
	const br = compressed(".br");
	const gzip = compressed(".gz");
	return {
		...asset(file, readFileSync(file)),
		cacheControl: HASHED.test(urlPath) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
		encodings: { ...(br && { br: () => br }), ...(gzip && { gzip: () => gzip }) },
	};
}

/** At the default, 11, the landing page blocks the event loop for 43 ms to save 0.8 KB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function writtenAsset(file: string, text: string): Asset {
	const body = Buffer.from(text);
	return {
		...asset(file, body),
		cacheControl: "no-cache",
		encodings: { br: once(() => brotliCompressSync(body, BROTLI)), gzip: once(() => gzipSync(body)) },
	};
}

function asset(file: string, body: Buffer): Pick<Asset, "type" | "body" | "etag"> {
	const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
	return { type: TYPES[path.extname(file)] ?? "application/octet-stream", body, etag: `"${hash}"` };
}

function once(make: () => Buffer): () => Buffer {
	let made: Buffer | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
