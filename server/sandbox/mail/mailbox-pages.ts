import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { html, page } from "../page.ts";
import type { KeptMail } from "./mailbox.ts";

const PAGE = "/sandbox/mail";
const STANDS_FOR = "your mail program";

/** The mailbox: every mail that would have been sent, the latest first. */
export function mailsPage(mails: KeptMail[]): string {
	const rows = mails.map(
		({ number, subject, to, sentAt }) => html`<tr><td><a href="${PAGE}/${number}">${subject}</a><br>
<span class="quiet">${to}</span></td><td><span class="quiet">${timeOf(sentAt)}</span></td></tr>`,
	);
	return page(
		"Mailbox",
		html`<h1>Mailbox</h1><p class="quiet">Mails to all accounts arrive here. None is sent.</p>
${mails.length === 0 ? html`<p>No mails yet. Create an API key, or verify a domain.</p>` : html`<table>${rows}</table>`}
<p><a href="${SCREEN_PATHS.account}?section=email">Email settings</a></p>`,
		STANDS_FOR,
	);
}

/** One mail: headers, HTML in a frame, and text. */
export function mailPage(mail: KeptMail, headers: Record<string, string>): string {
	const { number, subject, to, text, messageId, unsubscribeUrl, sentAt } = mail;
	const all = { ...headers, To: to, Subject: subject, "Message-ID": `<${messageId}>`, Date: sentAt };
	const rows = Object.entries(all).map(
		([name, value]) => html`<tr><th scope="row">${name}</th><td class="header">${value}</td></tr>`,
	);
	return page(
		subject,
		html`<style>main{max-width:700px}iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:10px;background:#fff}
pre{white-space:pre-wrap;font-size:14px}th{text-align:left;padding:6px 12px 6px 0;vertical-align:top;font-size:14px;white-space:nowrap}
td.header{text-align:left;white-space:normal;font-size:14px;overflow-wrap:anywhere}</style>
<p><a href="${PAGE}">Mailbox</a></p><h1>${subject}</h1>
<iframe title="The mail's HTML" src="${PAGE}/${number}/html" sandbox></iframe>
<p><a href="${PAGE}/${number}/html">Only the mail</a></p>
<h2>Text</h2><pre>${text}</pre><h2>Headers</h2><table>${rows}</table>
<form method="post" action="${unsubscribeUrl}"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button class="second">Unsubscribe as a mail program does</button></form>`,
		STANDS_FOR,
	);
}

function timeOf(iso: string): string {
	return iso.slice(0, 16).replace("T", " ");
}
