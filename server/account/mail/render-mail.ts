import { escapeHtml } from "#server/platform/http/own-page.ts";
import { COLORS } from "#server/platform/http/page-style.ts";
import type { MailContent, MailPart } from "./mail-content.ts";

type Footer = {
	/** What the mails of this kind are called. */
	kindName: string;
	unsubscribeUrl: string;
	settingsUrl: string;
	homeUrl: string;
};

/**
 * Text and HTML of one mail. HTML is a table of at most 600 px with styles inline, because mail programs drop style sheets;
 * the style sheet only has dark colors. No image, and nothing from elsewhere.
 */
export function renderMail(content: MailContent, footer: Footer): { text: string; html: string } {
	return { text: textOf(content, footer), html: htmlOf(content, footer) };
}

function textOf({ heading, parts }: MailContent, { kindName, unsubscribeUrl, settingsUrl }: Footer): string {
	return [
		heading,
		...parts.map(partAsText),
		"--",
		`You get this mail because "${kindName}" is on in your Visualink account.`,
		`Stop these mails: ${unsubscribeUrl}`,
		`All email settings: ${settingsUrl}`,
	].join("\n\n");
}

function partAsText(part: MailPart): string {
	if (part.kind === "text") return part.text;
	if (part.kind === "button") return `${part.label}: ${part.href}`;
	const [name, value] = part.head;
	return [`${name} (${value})`, ...part.rows.map(([each, said]) => `- ${each}: ${said}`)].join("\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const color = (name: keyof typeof COLORS) => COLORS[name][0];
const dark = (name: keyof typeof COLORS) => COLORS[name][1];

const DARK = [
	`.paper{background:${dark("paper")}!important}`,
	`.surface{background:${dark("surface")}!important;border-color:${dark("line")}!important}`,
	`.ink{color:${dark("ink")}!important}.muted{color:${dark("muted")}!important}`,
	`.line{border-color:${dark("line")}!important}.accent{color:${dark("accent")}!important}`,
	`.button{background:${dark("accent")}!important;color:${dark("on-accent")}!important}`,
].join("");
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media(prefers-color-scheme:dark){${DARK}}`;

function htmlOf({ heading, parts }: MailContent, footer: Footer): string {
	const { kindName, unsubscribeUrl, settingsUrl, homeUrl } = footer;
	const small = `${FONT};font-size:14px;line-height:1.5;color:${color("muted")}`;
	return [
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title>`,
		'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
		`<meta name="supported-color-schemes" content="light dark"><style>${STYLE}</style></head>`,
		`<body class="paper" style="margin:0;padding:0;background:${color("paper")}">`,
		`<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${color("paper")}">`,
		'<tr><td align="center" style="padding:24px 12px">',
		'<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left">',
		`<tr><td style="padding:0 4px 16px"><a class="ink" href="${escapeHtml(homeUrl)}" style="${FONT};font-size:20px;font-weight:700;color:${color("ink")};text-decoration:none">Visualink</a></td></tr>`,
		`<tr><td class="surface" style="background:${color("surface")};border:1px solid ${color("line")};border-radius:14px;padding:24px 20px">`,
		`<h1 class="ink" style="${FONT};font-size:24px;line-height:1.25;color:${color("ink")};margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>`,
		...parts.map(partAsHtml),
		"</td></tr>",
		`<tr><td class="muted" style="padding:16px 4px 0;${small}">You get this mail because "${escapeHtml(kindName)}" is on in your Visualink account.<br>`,
		`${link(unsubscribeUrl, "Stop these mails")} &nbsp; ${link(settingsUrl, "Email settings")}</td></tr>`,
		"</table></td></tr></table></body></html>",
	].join("\n");
}

function partAsHtml(part: MailPart): string {
	if (part.kind === "text") {
		return `<p class="ink" style="${FONT};font-size:16px;line-height:1.5;color:${color("ink")};margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(part.text)}</p>`;
	}
	if (part.kind === "button") {
		const style = `display:inline-block;background:${color("accent")};color:${color("on-accent")};font-weight:600;font-size:16px;line-height:24px;padding:10px 16px;border-radius:10px;text-decoration:none`;
		return `<p style="margin:16px 0 4px"><a class="button" href="${escapeHtml(part.href)}" style="${FONT};${style}">${escapeHtml(part.label)}</a></p>`;
	}
	const [name, value] = part.head;
	const cell = `${FONT};font-size:15px;line-height:1.4;padding:8px 0;border-bottom:1px solid ${color("line")};vertical-align:top`;
	const head = (text: string, side: string) =>
		`<th scope="col" class="muted line" style="${cell};font-size:14px;font-weight:600;color:${color("muted")};${side}">${escapeHtml(text)}</th>`;
	const rows = part.rows.map(
		([each, said]) =>
			`<tr><td class="ink line" style="${cell};color:${color("ink")};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(each)}</td>` +
			`<td class="ink line" style="${cell};color:${color("ink")};text-align:right;padding-left:12px">${escapeHtml(said)}</td></tr>`,
	);
	return (
		'<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:4px 0 16px">' +
		`<tr>${head(name, "text-align:left")}${head(value, "text-align:right;padding-left:12px")}</tr>${rows.join("")}</table>`
	);
}

function link(href: string, text: string): string {
	return `<a class="accent" href="${escapeHtml(href)}" style="color:${color("accent")};font-weight:600">${escapeHtml(text)}</a>`;
}
