import escapeHtml from "escape-html";
import { CONTROLS_STYLE, pageStyle } from "#server/platform/http/page-style.ts";

const STYLE = `${pageStyle()}${CONTROLS_STYLE}
body{margin:0}main{max-width:460px;margin:32px auto;padding:28px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.notice{position:sticky;top:0;padding:8px 12px;font-size:14px;background:#fff3cd;color:#5c4400;text-align:center;border-bottom:2px solid #e0b400}
.notice strong{display:block}
h1{margin:0 0 4px;font-size:22px}h2{margin:24px 0 4px;font-size:17px}p{margin:6px 0 14px}.quiet{color:var(--muted);font-size:14px}.error{color:var(--danger);font-weight:600}
label{display:block;margin:12px 0 4px;font-size:14px;font-weight:600}input[type=checkbox]{margin-right:8px}
button,.button{display:block;width:100%;margin-top:12px;text-align:center}.row{display:flex;gap:12px}.row>*{flex:1}.row>button{margin-top:0}
details{margin-top:16px}table{width:100%;border-collapse:collapse}td{padding:6px 0;border-bottom:1px solid var(--line)}
td:last-child{text-align:right;white-space:nowrap}td+td{padding-left:12px}td button{margin-top:0}
`;

const NOTICES = {
	Google: ["Sandbox: this page stands in for Google's.", "The people are made up, and no account is asked for."],
	Stripe: ["Sandbox: this page stands in for Stripe's.", "No real money moves. Never type a real card."],
	"your DNS provider": [
		"Sandbox: this page replaces your DNS provider's.",
		"Only this Visualink sees what you add here.",
	],
	"your mail program": ["Sandbox: this page replaces your mailbox.", "No mail leaves this Visualink."],
} as const;

/** Markup that is already safe. */
export class Html {
	readonly markup: string;
	constructor(markup: string) {
		this.markup = markup;
	}
}

/** Builds markup; values are escaped unless they are markup themselves, arrays are joined, false and null vanish. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
	return new Html(parts.reduce((markup, part, index) => markup + toMarkup(values[index - 1]) + part));
}

/** A whole page of the sandbox, which says on top, and wherever it is scrolled to, whose page it stands in for. */
export function page(title: string, body: Html, standsInFor: keyof typeof NOTICES): string {
	const [whose, words] = NOTICES[standsInFor];
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} (sandbox, not ${standsInFor})</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><div class="notice" role="note"><strong>${whose}</strong> ${words}</div><main>${body.markup}</main></body></html>
`;
}

function toMarkup(value: unknown): string {
	if (value === undefined || value === null || value === false) return "";
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(toMarkup).join("");
	return escapeHtml(String(value));
}
