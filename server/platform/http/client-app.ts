import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { AppError } from "./app-error.ts";
import { type Asset, marksOf, type Page, readClient, type Written, writeClient } from "./client-files.ts";

type Options = Omit<Written, "year" | "codes" | "sandbox"> & {
	dir: string;
	/** The promotion codes that Stripe accepts now: pages offer no others (P573). */
	offeredCodes: () => Written["codes"];
	now: () => Date;
	sessionCookie: string;
	sandbox?: string[];
};

/** The built client from memory: pre-rendered pages, immutable assets, other files and the 404 page. */
export function createClientApp({
	dir,
	now,
	offeredCodes,
	sessionCookie,
	sandbox = [],
	...written
}: Options): RequestHandler {
	if (!existsSync(path.join(dir, "pages.json"))) return notBuilt;
	const pageFiles: Record<string, string> = JSON.parse(readFileSync(path.join(dir, "pages.json"), "utf8"));
	const built = readClient(dir);
	let client = writtenWith(now().getFullYear(), offeredCodes());

	function writtenWith(year: number, codes: Written["codes"]) {
		const { files, pages } = writeClient(built, { ...written, year, codes, sandbox });
		return { year, codes, files, pageAt: pageFinder(pageFiles, pages), notFoundPage: pages.get(pageFiles["*"] ?? "") };
	}

	return (req, res, next) => {
		const year = now().getFullYear();
		const codes = offeredCodes();
		if (year !== client.year || String(codes) !== String(client.codes)) client = writtenWith(year, codes);
		const { files, pageAt, notFoundPage } = client;
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
 * Whether we or the user opened this page. If unknown, no: the new-link form then fetches nothing without a click
 * (P243).
 */
function isOwnNavigation(req: Request): boolean {
	return ["same-origin", "none"].includes(String(req.headers["sec-fetch-site"]));
}

/** The client's build folder, the same from sources and from the built server. */
export function builtClientDir(): string {
	const besideServer = path.resolve(import.meta.dirname, "../../../client");
	return existsSync(path.join(besideServer, "pages.json"))
		? besideServer
		: path.resolve(import.meta.dirname, "../../../dist/client");
}

const OTHERS = /^\/(?:api|go|images|sandbox)(?:\/|$)/;
const LOOKS_LIKE_FILE = /^\/assets\/|\.[A-Za-z0-9]+$/;
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

const notBuilt: RequestHandler = (req, res, next) => {
	if (OTHERS.test(req.path)) return next(new AppError("not_found", "Not found"));
	res
		.status(503)
		.type("text")
		.send("The client is not built. Run `npm run build`, or `npm run dev` and open http://localhost:5173.\n");
};
