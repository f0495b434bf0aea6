import { escapeHtml, ownPage } from "#server/platform/http/own-page.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { visitorText } from "#shared/moderation/guard/reason-texts.ts";
import { reportFormPath, trustPagePath } from "#shared/moderation/trust/trust-paths.ts";
import { closedWords } from "./closed-link.ts";
import type { PublicLink, Warning } from "./public-link.ts";

/** 'November 25, 2026', since the visitor's time zone is unknown. */
const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export type TrustPageOptions = {
	at: number;
	linksOrigin: string;
	homeUrl: string;
	/** On a flagged link, this visitor's destination for "Continue to host"; absent on `slug+`. */
	continueTo?: string | undefined;
};

/**
 * A link's trust page (P141), without scripts or foreign content: the owner doesn't learn who looks. Before the start
 * it hides the target (P247).
 * @returns HTML
 */
export function trustPage(link: PublicLink, options: TrustPageOptions): string {
	const { linksOrigin, homeUrl, continueTo } = options;
	const { title, content } = leadingOf(link, options);
	const canonical = escapeHtml(linksOrigin + trustPagePath(link.path));
	return ownPage({
		title,
		homeUrl,
		head: continueTo === undefined ? `<link rel="canonical" href="${canonical}">` : "",
		content: content + facts(link, options) + card(link, options) + report(link.path),
	});
}

/** The trust page of a disabled link, without its content. @returns HTML */
export function disabledTrustPage({ homeUrl, contact }: { homeUrl: string; contact: string }): string {
	return ownPage({
		title: "Link disabled",
		homeUrl,
		content:
			"<h1>This short link is closed<b>It leads nowhere</b></h1>" +
			"<p>This link was reported or breaks our terms. Nobody who opens it is sent to its target.</p>" +
			`<p>If it was closed by mistake, write to <a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>.</p>`,
	});
}

/** The trust page for a missing link. @returns HTML */
export function missingTrustPage({ homeUrl }: { homeUrl: string }): string {
	return ownPage({
		title: "Link not found",
		homeUrl,
		content:
			"<h1>Link not found<b>It leads nowhere</b></h1>" +
			"<p>This link does not exist, or its owner has removed it.</p>",
	});
}

function leadingOf(link: PublicLink, { at, continueTo }: TrustPageOptions): { title: string; content: string } {
	if (continueTo !== undefined) return flagged(link.warning, continueTo);
	if (at < link.startsAt && at < link.endsAt) {
		const { text } = closedWords(link, at);
		return {
			title: "Not open yet",
			content: `<h1>This link isn't open yet<b>It leads nowhere</b></h1><p>${escapeHtml(text)} Its destination is shown from then on.</p>`,
		};
	}
	if (at < link.endsAt) return { title: `Leads to ${shownHost(link.targetUrl)}`, content: leadsTo(link.targetUrl) };
	const ended = `<p>${escapeHtml(closedWords(link, at).text)}</p>`;
	const { after } = link;
	if (after) {
		return { title: `Leads to ${shownHost(after.targetUrl)}`, content: `${leadsTo(after.targetUrl)}${ended}` };
	}
	const led = `<p class="muted">It led to ${escapeHtml(shownHost(link.targetUrl))}:</p>${address(link.targetUrl)}`;
	return { title: "This link has ended", content: `<h1>This link has ended<b>It leads nowhere</b></h1>${ended}${led}` };
}

function leadsTo(target: string): string {
	const host = escapeHtml(shownHost(target));
	return `<h1>This link leads to<b dir="ltr">${host}</b></h1>${address(target)}${onward(target, "")}`;
}

/** One sentence per reason, without the owner's text. */
function flagged(warning: Warning | null, destination: string): { title: string; content: string } {
	const host = escapeHtml(shownHost(destination));
	const isPlain = warning?.isPlain === true;
	const shown = (warning?.reasons ?? []).filter(({ evidence }) => evidence !== "words");
	const said = new Set(shown.map((reason) => visitorText(reason, shownHost(destination))));
	return {
		title: "Check where this link leads",
		content:
			`<h1>Check this before you continue. The link leads to<b dir="ltr">${host}</b></h1>${address(destination)}` +
			[...said].map((sentence) => `<p class="warning">${escapeHtml(sentence)}</p>`).join("") +
			`<p class="muted">You see this page because we don't know the owner of this link well yet.${isPlain ? " We look at it within a day." : ""}</p>` +
			onward(destination, ' class="button"'),
	};
}

function address(target: string): string {
	return `<p class="address" dir="ltr">${escapeHtml(target)}</p>`;
}

function onward(target: string, attributes: string): string {
	const host = escapeHtml(shownHost(target));
	return `<p><a rel="nofollow noopener noreferrer"${attributes} href="${escapeHtml(target)}">Continue to ${host}</a></p>`;
}

function facts({ path, createdAt, changedAt }: PublicLink, { linksOrigin }: TrustPageOptions): string {
	const [, , owner = ""] = path.split("/");
	const rows: [string, string][] = [
		["Short link", linksOrigin.replace(/^https?:\/\//, "") + path],
		["Owner", owner],
		["Created", dateFormat.format(createdAt)],
	];
	if (changedAt !== null) rows.push(["Last changed", dateFormat.format(changedAt)]);
	return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;
}

/** The link as shared. A foreign image is named, not loaded. */
function card(link: PublicLink, { at }: TrustPageOptions): string {
	const { imageUrl } = link;
	const isOurs = imageUrl?.startsWith("/") === true;
	const image = isOurs ? `<img src="${escapeHtml(imageUrl)}" alt="">` : "";
	const isElsewhere = !isOurs && imageUrl && at >= link.startsAt && URL.canParse(imageUrl);
	const elsewhere = isElsewhere ? `<p><small>Its image is on ${escapeHtml(shownHost(imageUrl))}.</small></p>` : "";
	const whose = link.warning?.isPlain
		? "Apps show this plain card until we have looked at the link."
		: "The link's owner chose this text and image. They can differ from the page it leads to.";
	return (
		'<section><h2>What people see where it is shared</h2><div class="card">' +
		`${image}<div dir="auto"><b>${escapeHtml(link.title)}</b><p>${escapeHtml(link.description)}</p></div></div>` +
		`${elsewhere}<p><small>${whose}</small></p></section>`
	);
}

function report(path: string): string {
	return `<p><a rel="nofollow" href="${escapeHtml(reportFormPath(path))}">Report this link</a></p>`;
}
