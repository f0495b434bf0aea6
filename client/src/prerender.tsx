import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { landingStructuredData } from "#client/features/public/landing/structured-data.ts";
import { paths } from "#client/lib/paths.ts";
import { createQueryClient } from "#client/lib/query-client.ts";
import { App } from "./app.tsx";
import { DevelopersPage } from "./pages/developers.tsx";
import { GUARDED_SCREENS, NOT_FOUND_PAGE, PUBLIC_PAGES, type PublicPage } from "./screens.ts";

const SITE_NAME = "Visualink";
/** Answers for every guarded screen: who may see it is known only in the browser. */
const GUARDED_FILE = "app.html";

/** Public pages without the app: HTML with a script of their own. */
const PLAIN_PAGES = [
	{
		path: paths.developers,
		file: "developers.html",
		/** Its module in the build's manifest. */
		script: "src/developers.ts",
		body: <DevelopersPage />,
		title: "API reference · Visualink",
		description:
			"Create short links, set, preview and test their cards, and read their statistics by program. Examples in curl, TypeScript and Python.",
	},
];
const READABLE = [...PUBLIC_PAGES, ...PLAIN_PAGES];

/** The file for each path; '*' is every other one. `:name` matches one segment. */
export const PAGE_FILES: Record<string, string> = {
	...Object.fromEntries(READABLE.map(({ path, file }) => [path, file])),
	...Object.fromEntries(GUARDED_SCREENS.map(({ path }) => [path, GUARDED_FILE])),
	"*": NOT_FOUND_PAGE.file,
};

/** The public pages for search engines. */
export const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${READABLE.map(({ path }) => `\t<url><loc>__PUBLIC_ORIGIN__${path}</loc></url>`).join("\n")}
</urlset>
`;

const GUARDS = [
	"src/features/account/auth/signed-in-only.tsx",
	"src/features/billing/subscriptions/plan/subscribers-only.tsx",
];

type RenderedPage = {
	file: string;
	/** The modules of the page's own code in the build's manifest. */
	modules: string[];
	/** In the app's place. */
	script?: string;
	head: string;
	body: string;
};

/**
 * Every file that is served as a page. `__PUBLIC_ORIGIN__`, `__LINKS_ORIGIN__` and `__LINKS_HOST__` stand where the server writes its
 * own addresses.
 */
export async function renderPages(): Promise<RenderedPage[]> {
	const publicPages = await Promise.all(
		PUBLIC_PAGES.map(async (page) => ({
			file: page.file,
			modules: [page.module],
			head: publicHead(page),
			body: await renderBody(page.path, <App queryClient={createQueryClient()} ssrPath={page.path} />),
		})),
	);
	const plainPages = await Promise.all(
		PLAIN_PAGES.map(async ({ body, ...page }) => ({
			...{ file: page.file, modules: [], script: page.script },
			head: `${publicHead(page)}\n\t\t${WITHOUT_SCRIPTS}`,
			body: await renderBody(page.path, <Router ssrPath={page.path}>{body}</Router>),
		})),
	);
	return [
		...publicPages,
		...plainPages,
		{
			file: NOT_FOUND_PAGE.file,
			modules: [NOT_FOUND_PAGE.module],
			head: hiddenHead(NOT_FOUND_PAGE.title),
			body: await renderBody("/404", <App queryClient={createQueryClient()} ssrPath="/404" />),
		},
		// Guarded screens differ in everything but this: their guards may have to say something at once (P406).
		{ file: GUARDED_FILE, modules: GUARDS, head: hiddenHead(SITE_NAME), body: "" },
	];
}

/** Shows what a script would, and hides what needs one. */
const WITHOUT_SCRIPTS =
	"<noscript><style>[data-code] { display: block !important } [data-scripted] { display: none !important }</style></noscript>";

async function renderBody(path: string, screen: ReactNode): Promise<string> {
	const { prelude } = await prerender(screen, {
		// React would otherwise hide a long page behind its spinner, for an inline script to swap in.
		progressiveChunkSize: Number.POSITIVE_INFINITY,
	});
	const html = await new Response(prelude).text();
	if (html.includes("<script")) throw new Error(`The page ${path} does not show without a script.`);
	return html;
}

function publicHead({ path, title, description }: Pick<PublicPage, "path" | "title" | "description">): string {
	const address = `__PUBLIC_ORIGIN__${path}`;
	const tags = [
		`<title>${escapeHtml(title)}</title>`,
		meta("name", "description", description),
		`<link rel="canonical" href="${address}">`,
		meta("property", "og:title", title),
		meta("property", "og:description", description),
		meta("property", "og:url", address),
		meta("property", "og:type", "website"),
		meta("property", "og:site_name", SITE_NAME),
		meta("property", "og:image", "__PUBLIC_ORIGIN__/og.png"),
		meta("property", "og:image:type", "image/png"),
		meta("property", "og:image:width", "1200"),
		meta("property", "og:image:height", "630"),
		meta("property", "og:image:alt", "A bare link on the left, the same link with a picture and a title on the right."),
		meta("name", "twitter:card", "summary_large_image"),
		meta("name", "twitter:title", title),
		meta("name", "twitter:description", description),
		meta("name", "twitter:image", "__PUBLIC_ORIGIN__/og.png"),
	];
	if (path === paths.home) tags.push(jsonLd(landingStructuredData()));
	return tags.join("\n\t\t");
}

function hiddenHead(title: string): string {
	return `<title>${escapeHtml(title)}</title>\n\t\t${meta("name", "robots", "noindex")}`;
}

function meta(attribute: "name" | "property", key: string, content: string): string {
	return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
}

function jsonLd(data: unknown): string {
	// `<` is written as an escape, so that no text can close the script element.
	return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
