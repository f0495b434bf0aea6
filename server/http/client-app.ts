import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import escapeHtml from "escape-html";
import type { Request, RequestHandler, Response } from "express";
import { AppError } from "./app-error.ts";

type Options = {
	/** The built client: `dist/client`. */
	dir: string;
	/** Written where the build left `__PUBLIC_ORIGIN__`. */
	publicOrigin: string;
	/** Written where the build left `__LINKS_ORIGIN__` and `__LINKS_HOST__`. */
	linksOrigin: string;
	/** Where people write to the operator; written where the build left `__CONTACT_URL__`. */
	contactUrl: string;
	/** The sentence about VAT; it replaces the build's `__VAT_NOTE__`. */
	vatNote: string;
	/** Name of the session cookie: a page asked for without it is marked, so that the client need not ask who is there. */
	sessionCookie: string;
	/** Outside parties that a sandbox stands in for; a quiet line below every page names them. */
	sandbox?: string[];
};

type Asset = {
	type: string;
	cacheControl: string;
	body: Buffer;
	etag: string;
	encodings: { br?: () => Buffer; gzip?: () => Buffer };
};
/** A page with each set of marks on its `<html>`. */
type Page = Map<string, Asset>;

/**
 * The built client: pre-rendered pages by path, hashed assets for good, real files for the rest, and the not-found page
 * with status 404 for every other path. A path that only a file or another part of the server could answer never gets
 * a page. Everything is read once and answered from memory; without a build it says what to do.
 */
export function createClientApp({
	dir,
	publicOrigin,
	linksOrigin,
	contactUrl,
	vatNote,
	sessionCookie,
	sandbox = [],
}: Options): RequestHandler {
	if (!existsSync(path.join(dir, "pages.json"))) return notBuilt;
	const { files, pages } = readClient(dir, { publicOrigin, linksOrigin, contactUrl, vatNote, sandbox });
	const pageFiles: Record<string, string> = JSON.parse(readFileSync(path.join(dir, "pages.json"), "utf8"));
	const pageAt = pageFinder(pageFiles, pages);
	const notFoundPage = pages.get(pageFiles["*"] ?? "");

	return (req, res, next) => {
		if (OTHERS.test(req.path)) return next(new AppError("not_found", "Not found"));
		if (req.method !== "GET" && req.method !== "HEAD") {
			res.set("Allow", "GET, HEAD");
			return next(new AppError("method_not_allowed", "Method not allowed"));
		}
		const file = files.get(req.path);
		if (file) return send(req, res, file);

		const trimmed = req.path.replace(/\/+$/, "");
		if (trimmed !== req.path && pageAt(trimmed)) return res.redirect(308, trimmed);
		const page = pageAt(req.path);
		if (page) return send(req, res, variantFor(req, page));
		if (LOOKS_LIKE_FILE.test(req.path) || !notFoundPage) {
			return res.status(404).set("Cache-Control", "no-store").type("text").send("Not found");
		}
		send(req, res.status(404), variantFor(req, notFoundPage));
	};

	function variantFor(req: Request, page: Page): Asset {
		const isSignedOut = !req.headers.cookie?.includes(`${sessionCookie}=`);
		return page.get(marksOf({ isSignedOut, isOwn: isOwnNavigation(req) })) as Asset;
	}
}

/**
 * Whether the page is opened from one of ours or by the user, and not by another website. Browsers that don't say count as
 * the latter: the form of a new link then fetches nothing without a click (P243).
 */
function isOwnNavigation(req: Request): boolean {
	return ["same-origin", "none"].includes(String(req.headers["sec-fetch-site"]));
}

/** What the client can read from `<html>`: whether anyone is signed in, and who opened the page. */
function marksOf({ isSignedOut, isOwn }: { isSignedOut: boolean; isOwn: boolean }): string {
	return `${isSignedOut ? ' data-session="none"' : ""}${isOwn ? ' data-navigation="own"' : ""}`;
}

const ALL_MARKS = [true, false].flatMap((isSignedOut) => [true, false].map((isOwn) => marksOf({ isSignedOut, isOwn })));

/** Where the client is built to, seen from the sources and from the built server alike. */
export function builtClientDir(): string {
	const besideServer = path.resolve(import.meta.dirname, "../../client");
	return existsSync(path.join(besideServer, "pages.json"))
		? besideServer
		: path.resolve(import.meta.dirname, "../../dist/client");
}

/** Other parts of the server answer these. */
const OTHERS = /^\/(?:api|go|images|sandbox)(?:\/|$)/;
const LOOKS_LIKE_FILE = /^\/assets\/|\.[A-Za-z0-9]+$/;
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

type Written = Required<Pick<Options, "publicOrigin" | "linksOrigin" | "contactUrl" | "vatNote" | "sandbox">>;

function readClient(
	dir: string,
	{ publicOrigin, linksOrigin, contactUrl, vatNote, sandbox }: Written,
): { files: Map<string, Asset>; pages: Map<string, Page> } {
	const files = new Map<string, Asset>();
	const pages = new Map<string, Page>();
	for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
		const file = path.join(entry.parentPath, entry.name);
		const urlPath = `/${path.relative(dir, file).split(path.sep).join("/")}`;
		if (!entry.isFile() || !(path.extname(file) in TYPES) || urlPath === "/pages.json") continue;
		if (!TEMPLATE.test(file)) {
			files.set(urlPath, storedAsset(file, urlPath));
			continue;
		}
		const text = readFileSync(file, "utf8")
			.replaceAll("__PUBLIC_ORIGIN__", publicOrigin)
			.replaceAll("__LINKS_ORIGIN__", linksOrigin)
			.replaceAll("__LINKS_HOST__", linksOrigin.replace(/^https?:\/\//, ""))
			.replaceAll("__CONTACT_URL__", () => escapeHtml(contactUrl))
			.replaceAll("__VAT_NOTE__", () => escapeHtml(vatNote))
			.replace("</body>", () => `${sandboxLine(sandbox)}</body>`);
		if (urlPath.endsWith(".html")) {
			const marked = ALL_MARKS.map(
				(marks) => [marks, writtenAsset(file, text.replace("<html", `<html${marks}`))] as const,
			);
			pages.set(urlPath.slice(1), new Map(marked));
		} else {
			files.set(urlPath, writtenAsset(file, text));
		}
	}
	return { files, pages };
}

/** Outside of what React holds, so that no screen has to know of it. */
function sandboxLine(sandbox: string[]): string {
	if (sandbox.length === 0) return "";
	return `<aside class="sandbox-line">Sandbox: ${sandbox.join(" and ")} ${sandbox.length > 1 ? "are" : "is"} not the real thing here.</aside>`;
}

/** A file as it is, with the compressed copies that the build made. */
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

/** At 11, the default, the landing page holds the event loop for 43 ms, for 0.8 KB less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A file that our address was written into; compressed when someone first asks for it. */
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

function pageFinder(pageFiles: Record<string, string>, pages: Map<string, Page>) {
	const patterns = Object.entries(pageFiles)
		.filter(([pattern]) => pattern !== "*")
		.map(([pattern, file]) => ({ matches: new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`), file }));
	return (urlPath: string): Page | undefined => {
		const found = patterns.find(({ matches }) => matches.test(urlPath));
		return found && pages.get(found.file);
	};
}

function send(req: Request, res: Response, { type, cacheControl, body, etag, encodings }: Asset): void {
	const isPage = type.startsWith("text/html");
	res.set({
		"Content-Type": type,
		"Cache-Control": cacheControl,
		ETag: etag,
		Vary: isPage ? "Accept-Encoding, Cookie, Sec-Fetch-Site" : "Accept-Encoding",
	});
	if (res.statusCode === 200 && req.headers["if-none-match"]?.includes(etag)) {
		res.status(304).end();
		return;
	}
	const encoding = (["br", "gzip"] as const).find((name) => encodings[name] && req.acceptsEncodings(name));
	if (encoding) res.set("Content-Encoding", encoding);
	const content = (encoding && encodings[encoding]?.()) ?? body;
	res.set("Content-Length", String(content.length));
	res.end(req.method === "HEAD" ? undefined : content);
}

/** In development Vite serves the client; otherwise someone forgot to build. */
const notBuilt: RequestHandler = (req, res, next) => {
	if (OTHERS.test(req.path)) return next(new AppError("not_found", "Not found"));
	res
		.status(503)
		.type("text")
		.send("The client is not built. Run `npm run build`, or `npm run dev` and open http://localhost:5173.\n");
};
