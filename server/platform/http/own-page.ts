import { createHash } from "node:crypto";
import escapeText from "escape-html";
import { CONTROLS_STYLE, pageStyle } from "./page-style.ts";

const STYLE = [
	pageStyle(),
	CONTROLS_STYLE,
	"body{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 4rem}",
	"p{margin:.5rem 0}small,.muted,dt{color:var(--muted)}",
	"h1{font-size:1.125rem;font-weight:400;line-height:1.4;color:var(--muted);margin:2rem 0 0}",
	"h1 b{display:block;font-size:2rem;line-height:1.15;letter-spacing:-.02em;color:var(--ink)}",
	"h2{font-size:1rem;margin:2rem 0 .5rem}",
	".address{font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace}",
	".warning{border-left:3px solid var(--warn);padding:.25rem 0 .25rem .75rem}",
	"dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1.5rem 0 0}dd{margin:0}",
	".card{background:var(--surface);border:1px solid var(--line);border-radius:14px;overflow:hidden}",
	".card img{display:block;width:100%;height:auto}.card div{padding:.75rem 1rem 1rem}",
	".card b{display:block}.card p{white-space:pre-line;margin:.25rem 0 0}",
	"form{display:grid;gap:1.25rem;margin-top:1.5rem}label,legend{font-weight:600}",
	"label small,legend small{font-weight:400}",
	"fieldset{border:0;margin:0;padding:0}legend{padding:0}fieldset label{display:flex;gap:.5rem;padding:.25rem 0;font-weight:400}",
	".wrong{color:var(--danger);margin:.25rem 0 0}form button{justify-self:start}.trap{position:absolute;left:-999rem}",
	".number{font:600 1.5rem/1.3 ui-monospace,Menlo,Consolas,monospace}",
].join("");

const SOURCES = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** The Content-Security-Policy of these pages: no scripts, nothing from other sites. */
export const OWN_PAGE_CSP = `${SOURCES}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const OWN_FORM_CSP = `${SOURCES}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

type OwnPage = {
	title: string;
	content: string;
	/** Absolute, because the home page may be on another host. */
	homeUrl: string;
	head?: string;
};

/** An HTML page without scripts in the look of the screens. */
export function ownPage({ title, content, homeUrl, head = "" }: OwnPage): string {
	return (
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
		`<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
		`<meta name="referrer" content="same-origin"><link rel="icon" href="/favicon.ico">${head}<style>${STYLE}</style></head>` +
		`<body><header><a href="${escapeHtml(homeUrl)}"><img src="/icon.svg" width="32" height="32" alt="">Visualink</a></header>` +
		`<main>${content}</main></body></html>`
	);
}

/** Escapes HTML. Short entities for quotes, because a card's tags must be in the first 4 KB. */
export function escapeHtml(text: string): string {
	return escapeText(text).replaceAll("&quot;", "&#34;");
}
