import { escapeHtml, ownPage } from "#server/platform/http/own-page.ts";
import { REPORT_LIMITS, REPORT_REASONS } from "#shared/moderation/trust/report.ts";
import type { Report } from "#shared/moderation/trust/reports.table.ts";
import { REPORT_PATH } from "#shared/moderation/trust/trust-paths.ts";

export type TypedReport = { values: Record<string, string>; wrong: Record<string, string> };

type Pages = { homeUrl: string; reportEmail: string };

const timeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** The pages about reports of links, as HTML without scripts. */
export function createReportPages({ homeUrl, reportEmail }: Pages) {
	const contact = `<a href="mailto:${escapeHtml(reportEmail)}">${escapeHtml(reportEmail)}</a>`;
	const page = (title: string, content: string) => ownPage({ title, homeUrl, content });

	return {
		form({ values, wrong }: TypedReport): string {
			const isWrong = Object.keys(wrong).length > 0;
			return page(
				isWrong ? "Error: Report a link" : "Report a link",
				`<h1><b>Report a link</b></h1><p>We look at every report. You don't need an account.</p>` +
					`${isWrong ? '<p class="wrong" role="alert">Your report was not sent. Please correct what is marked below.</p>' : ""}` +
					`<form method="post" action="${REPORT_PATH}">` +
					input("link", "Short link", { values, wrong, more: "required maxlength=2100 placeholder=name/link" }) +
					reasons(values.reason, wrong.reason) +
					textArea(values.text ?? "", wrong.text) +
					input("email", "Your e-mail <small>(optional, for questions; deleted 30 days after the decision)</small>", {
						...{ values, wrong },
						more: `type=email autocomplete=email maxlength=${REPORT_LIMITS.email}`,
					}) +
					`<div class="trap" aria-hidden="true">${input("website", "Leave this field empty", { values, wrong: {}, more: "tabindex=-1 autocomplete=off" })}</div>` +
					(wrong.website ? `<p class="wrong">A hidden field was filled in: ${escapeHtml(wrong.website)}.</p>` : "") +
					"<button>Send report</button></form>" +
					`<h2>Already reported?</h2><form method="get" action="${REPORT_PATH}">` +
					input("number", "Reference number", { values: {}, wrong: {}, more: "required maxlength=20" }) +
					`<button>Show its state</button></form><p><small>You can also write to ${contact}.</small></p>`,
			);
		},

		/** A report's state. @param isRepeat whether another report of the link replaced it */
		state({ number, link, createdAt, closedAt, outcome }: Report, { isRepeat }: { isRepeat: boolean }): string {
			const [heading, text] = closedAt === null ? OPEN : CLOSED[outcome ?? "no_action"];
			const again = "This link is already reported, so nothing was added. This is the state of the open report.";
			const rows = [
				["Short link", link],
				["Received", `${timeFormat.format(createdAt)} UTC`],
				...(closedAt ? [["Decided", `${timeFormat.format(closedAt)} UTC`]] : []),
			];
			return page(
				`Report ${shownNumber(number)}`,
				`<h1>Report <b>${heading}</b></h1>${isRepeat ? `<p class="warning">${again}</p>` : ""}<p>${text}</p>` +
					`<h2>Reference number</h2><p class="number">${shownNumber(number)}</p>` +
					"<p><small>Keep it: this page shows what becomes of the report.</small></p>" +
					`<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? "")}</dd>`).join("")}</dl>`,
			);
		},

		message: (title: string, text: string) =>
			page(
				title,
				`<h1><b>${escapeHtml(title)}</b></h1><p>${escapeHtml(text)}</p><p><small>You can also write to ${contact}.</small></p>`,
			),
	};
}

const OPEN = ["Received", "We will look at the link and decide. You don't have to do anything else."] as const;
const CLOSED = {
	no_action: ["Closed", "We looked at the link and found nothing against our terms."],
	disabled: ["Closed", "We disabled the link. It no longer leads anywhere. Thank you for your report."],
} as const;

/** In two groups, for reading aloud. */
function shownNumber(number: string): string {
	return `${number.slice(0, 5)}-${number.slice(5)}`;
}

function input(name: string, label: string, { values, wrong, more }: TypedReport & { more: string }): string {
	const value = escapeHtml(values[name] ?? "");
	return `<div><label>${label}<input name="${name}" value="${value}" ${more}${marks(name, wrong[name])}></label>${said(name, wrong[name])}</div>`;
}

function reasons(chosen: string | undefined, wrong: string | undefined): string {
	const choices = Object.entries(REPORT_REASONS).map(([reason, words]) => {
		const checked = reason === chosen ? " checked" : "";
		return `<label><input type="radio" name="reason" value="${reason}" required${checked}${marks("reason", wrong)}> ${words}</label>`;
	});
	return `<fieldset><legend>What is wrong with it?</legend>${choices.join("")}${said("reason", wrong)}</fieldset>`;
}

function textArea(value: string, wrong: string | undefined): string {
	const label = "Details <small>(optional)</small>";
	return (
		`<div><label>${label}<textarea name="text" rows="5" maxlength="${REPORT_LIMITS.text}"${marks("text", wrong)}>` +
		`\n${escapeHtml(value)}</textarea></label>${said("text", wrong)}</div>`
	);
}

function marks(name: string, wrong: string | undefined): string {
	return wrong ? ` aria-invalid="true" aria-describedby="${name}-wrong"` : "";
}

function said(name: string, wrong: string | undefined): string {
	return wrong ? `<p class="wrong" id="${name}-wrong">${escapeHtml(wrong)}</p>` : "";
}
