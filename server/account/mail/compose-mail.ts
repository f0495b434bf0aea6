import type { MailData, MailKind } from "#shared/account/mail/mail-kinds.ts";
import type { MailRow } from "#shared/account/mail/mails.table.ts";
import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { WEBHOOK_OFF_AFTER } from "#shared/api/webhooks/webhook.ts";
import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { adviceText, reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { hostOf, parseUrl } from "#shared/platform/parse-url.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { composeWeeklyReport } from "./compose-weekly-report.ts";
import { inert, type MailContent, type MailPart, quoted, textPart } from "./mail-content.ts";
import type { LinkFacts, MailFacts } from "./mail-facts.ts";

export type Composed = MailContent | null;
export type ComposeOptions = MailFacts & { publicOrigin: string; timeZone: string };
type Said = Pick<MailRow, "kind" | "data">;
type Writer<Kind extends MailKind> = (told: MailData[Kind][], options: ComposeOptions) => Composed;

/** Links named in one mail; the rest is counted. */
const NAMED = 20;

/** What a mail says of everything that it tells; null where nothing of it is so any longer. @param rows all of one kind */
export function composeMail(rows: Said[], options: ComposeOptions): Composed {
	const [first] = rows;
	if (!first) return null;
	const told = rows.map(({ data }) => data);
	return (WRITERS[first.kind] as Writer<MailKind>)(told, options);
}

const WRITERS: { [Kind in MailKind]: Writer<Kind> } = {
	weekly_report: ([report], { publicOrigin }) => (report ? composeWeeklyReport(report, publicOrigin) : null),

	milestone(told, { links, publicOrigin }) {
		const reached = told.flatMap(({ linkId, people }) => present(links, linkId).map((link) => ({ link, people })));
		const [first] = reached;
		if (!first) return null;
		const isOne = reached.length === 1;
		const subject = isOne
			? `${plain(first.link.title)} reached ${number(first.people)} people`
			: `${reached.length} links reached a milestone`;
		return {
			subject,
			heading: isOne
				? `${number(first.people)} people opened your link`
				: `${reached.length} links reached a milestone`,
			parts: [
				table(
					["Link", "People"],
					reached.map(({ link, people }) => [nameOf(link), number(people)]),
				),
				isOne
					? button("See statistics", publicOrigin + path(SCREEN_PATHS.linkStatsPattern, first.link))
					: button("See analytics", publicOrigin + SCREEN_PATHS.analytics),
			],
		};
	},

	quota([said], { publicOrigin }) {
		if (!said) return null;
		const isFull = said.used >= said.limit;
		const count = `${number(said.used)} of ${number(said.limit)}`;
		return {
			subject: isFull ? "You've used all links this month" : `You've used ${count} links this month`,
			heading: isFull ? "You've used all links this month" : "80% of this month's links are used",
			parts: [
				textPart(`You've created ${count} links that your plan includes each month.`),
				textPart(
					isFull
						? "Your links keep working. You can create more next month, or upgrade now."
						: "When all are used, your links keep working, and you can upgrade to create more.",
				),
				button("Compare plans", publicOrigin + SCREEN_PATHS.pricing),
			],
		};
	},

	target_gone(told, { links, publicOrigin }) {
		const gone = told.flatMap((each) => {
			const link = links.get(each.linkId);
			return link?.isTargetGone ? [{ ...each, ...link }] : [];
		});
		const [first] = gone;
		if (!first) return null;
		const isOne = gone.length === 1;
		return {
			subject: isOne ? `The target of ${plain(first.title)} is gone` : `The targets of ${gone.length} links are gone`,
			heading: isOne ? "A link's target no longer exists" : `${gone.length} targets no longer exist`,
			parts: [
				textPart("People who open these links get an error on the target's website. Check the target, or change it."),
				...(isOne
					? [
							textPart(`Link: ${quoted(first.title)}, ${inert(first.shortUrl)}.`),
							textPart(`Target: ${inert(first.targetUrl)}.`),
							textPart(`Not found since ${day(first.since)}. ${peopleOf(first.people)} in the last 7 days.`),
						]
					: [
							table(
								["Link", "Not found since"],
								named(gone, (each) => [nameOf(each), day(each.since)]),
							),
						]),
				isOne
					? button("Edit link", publicOrigin + path(SCREEN_PATHS.editLinkPattern, first))
					: button("Open your links", publicOrigin + SCREEN_PATHS.dashboard),
			],
		};
	},

	import_finished([said], { publicOrigin }) {
		if (!said) return null;
		const isDone = said.state === "done";
		const rows: [string, string][] = [
			["New links", number(said.made)],
			["Duplicates", number(said.same)],
			["Skipped", number(said.refused)],
			...(said.flagged > 0 ? [["Flagged", number(said.flagged)] as [string, string]] : []),
		];
		return {
			subject: isDone ? `Your import has finished: ${newLinks(said.made)}` : "Your import has stopped",
			heading: isDone ? "Your import has finished" : "Your import has stopped",
			parts: [
				textPart(`File: ${quoted(said.fileName)}.`),
				...(said.reason ? [textPart(`${said.reason.replace(/\.$/, "")}.`)] : []),
				table(["Result", "Links"], rows),
				button("See each row", publicOrigin + SCREEN_PATHS.import),
			],
		};
	},

	link_flagged(told, { links, publicOrigin }) {
		const found = [...new Set(told.map(({ linkId }) => linkId))].flatMap((id) => present(links, id));
		const closed = found.filter(isClosed);
		const flagged = found.filter((link) => !isClosed(link) && link.effect !== "none");
		const all = [...closed, ...flagged];
		const [first] = all;
		if (!first) return null;
		const canReview = all.some(({ isDisabled, reasons }) => !isDisabled && reasons.length > 0);
		const verb = flagged.length === 0 ? "closed" : closed.length === 0 ? "flagged" : "closed or flagged";
		const isOne = all.length === 1;
		return {
			subject: isOne ? `We ${verb} your link ${plain(first.title)}` : `We ${verb} ${all.length} of your links`,
			heading: isOne ? `We ${verb} one of your links` : `We ${verb} ${all.length} of your links`,
			parts: [
				...(isOne
					? [textPart(`Link: ${quoted(first.title)}, ${inert(first.shortUrl)}.`), ...whyParts(first)]
					: [
							table(
								["Link", "State"],
								named(all, (link) => [nameOf(link), isClosed(link) ? "Closed" : "Flagged"]),
							),
						]),
				...(flagged.length > 0 ? [textPart("Visitors of a flagged link see a warning before they continue.")] : []),
				...(closed.length > 0 ? [textPart("A closed link no longer opens.")] : []),
				textPart(`If this is a mistake, ${canReview ? "request a review on the link's page" : "contact us"}.`),
				isOne
					? button("Open the link's page", publicOrigin + path(SCREEN_PATHS.editLinkPattern, first))
					: button("Open your links", publicOrigin + SCREEN_PATHS.dashboard),
			],
		};
	},

	review_decided([said], { links, publicOrigin }) {
		const link = said && links.get(said.linkId);
		if (!link) return null;
		const isOpen = said.state === "cleared";
		return {
			subject: isOpen ? `Review: ${plain(link.title)} is cleared` : `Review: ${plain(link.title)} stays closed`,
			heading: isOpen ? "Your link is cleared" : "Your link stays closed",
			parts: [
				textPart(`You requested a review of ${quoted(link.title)}, ${inert(link.shortUrl)}.`),
				textPart(isOpen ? "We found nothing wrong. Visitors see no warning." : "We reviewed it, and it stays closed."),
				button("Open the link's page", publicOrigin + path(SCREEN_PATHS.editLinkPattern, link)),
			],
		};
	},

	report_confirmed(told, { links, publicOrigin }) {
		const found = told.flatMap(({ linkId }) => present(links, linkId)).filter(isClosed);
		const [first] = found;
		if (!first) return null;
		const isOne = found.length === 1;
		const what = isOne ? "one of your links" : `${found.length} of your links`;
		return {
			subject: `We closed ${what} after a report`,
			heading: `We closed ${what} after a report`,
			parts: [
				textPart("A visitor reported it, and we confirmed the report. A closed link no longer opens."),
				table(
					["Link", "State"],
					named(found, (link) => [nameOf(link), "Closed"]),
				),
				textPart("If this is a mistake, contact us."),
				button("Open your links", publicOrigin + SCREEN_PATHS.dashboard),
			],
		};
	},

	account_disabled: (_, { publicOrigin }) => ({
		subject: "Your Visualink account is disabled",
		heading: "Your account is disabled",
		parts: [
			textPart("We disabled your account. Your links no longer open, and you can't create or change any."),
			textPart(
				"You can still sign in, download your data, cancel your plan and delete your account. If this is a mistake, contact us.",
			),
			button("Open your account", publicOrigin + SCREEN_PATHS.account),
		],
	}),

	domain(told, { publicOrigin }) {
		// Of several about one domain, the last is true.
		const last = new Map(told.map(({ host, state }) => [host, state]));
		const [[host, state] = ["", ""]] = last;
		const isOne = last.size === 1;
		const isLost = state === "lost";
		const changed = isLost ? "no longer works" : "is verified";
		return {
			subject: isOne ? `${host} ${changed}` : `${last.size} of your domains changed`,
			heading: isOne ? `Your domain ${changed}` : `${last.size} of your domains changed`,
			parts: [
				table(
					["Domain", "State"],
					[...last].map(([name, each]) => [inert(name), each === "lost" ? "Lost" : "Verified"]),
				),
				...(isOne
					? [
							textPart(
								isLost
									? "Its DNS records are missing, so your links don't open there. Add the records again to get it back."
									: "You can use it for your links now.",
							),
						]
					: []),
				button("Open domains", `${publicOrigin + SCREEN_PATHS.account}?section=domains`),
			],
		};
	},

	api_key([said], { publicOrigin }) {
		if (!said) return null;
		return {
			subject: "A new API key was created",
			heading: "A new API key was created",
			parts: [
				textPart(`Key: ${quoted(said.name)}. It begins with ${said.start}.`),
				textPart(`It may: ${said.scopes.map(inert).join(", ")}.`),
				textPart("If you didn't create it, revoke it now."),
				button("Open API keys", publicOrigin + SCREEN_PATHS.api),
			],
		};
	},

	webhook_off([said], { publicOrigin }) {
		if (!said) return null;
		const why =
			said.reason === "gone"
				? "The receiver answered 410 Gone."
				: `${WEBHOOK_OFF_AFTER.failures} deliveries in a row failed over at least ${WEBHOOK_OFF_AFTER.hours} hours.`;
		return {
			subject: "We turned off your webhook",
			heading: "We turned off your webhook",
			parts: [
				textPart(`Address: ${inert(said.url)}.`),
				textPart(`${why} Events that happen while it's off are never sent.`),
				button("Open webhooks", `${publicOrigin}${SCREEN_PATHS.api}?tab=webhooks`),
			],
		};
	},

	payment_failed(_, { owed, publicOrigin }) {
		if (owed === null) return null;
		const sum = owed.amount !== null && owed.currency ? ` of ${formatMoney(owed.amount, owed.currency)}` : "";
		return {
			subject: "Your Visualink payment failed",
			heading: "Your payment failed",
			parts: [
				textPart(`The payment${sum} for your plan failed. Update your card or pay now to keep your plan.`),
				button("Pay or update card", publicOrigin + SCREEN_PATHS.account),
			],
		};
	},

	subscription_ending([said], { publicOrigin, timeZone }) {
		if (!said) return null;
		const end = new Intl.DateTimeFormat("en-US", {
			dateStyle: "long",
			timeZone: offsetMinutes(timeZone) === null ? timeZone : "UTC",
		}).format(new Date(said.endsAt));
		return {
			subject: `Your Visualink plan ends on ${end}`,
			heading: `Your plan ends on ${end}`,
			parts: [
				textPart(
					"You canceled your plan. After that day, you can't create or change links until you choose a plan again.",
				),
				button("Keep your plan", publicOrigin + SCREEN_PATHS.account),
			],
		};
	},
};

function isClosed({ isDisabled, effect }: LinkFacts): boolean {
	return isDisabled || effect === "closed";
}

function whyParts({ reasons, targetUrl }: LinkFacts): MailPart[] {
	const worst = worstOf(reasons);
	if (!worst) return [];
	const url = parseUrl(targetUrl);
	const said = reasonText(worst, url ? hostOf(url) : "");
	return [said, adviceText(worst)].flatMap((text) => (text ? textPart(inert(text)) : []));
}

function present(links: MailFacts["links"], id: number): LinkFacts[] {
	const link = links.get(id);
	return link ? [link] : [];
}

function nameOf({ title, shortUrl }: Pick<LinkFacts, "title" | "shortUrl">): string {
	return `${inert(title)} (${inert(shortUrl.replace(/^https?:\/\//, ""))})`;
}

function named<Each>(all: Each[], row: (each: Each) => [string, string]): [string, string][] {
	const more = all.length - NAMED;
	return [...all.slice(0, NAMED).map(row), ...(more > 0 ? [["And more", number(more)] as [string, string]] : [])];
}

function table(head: [string, string], rows: [string, string][]): MailPart {
	return { kind: "table", head, rows };
}

function button(label: string, href: string): MailPart {
	return { kind: "button", label, href };
}

/** A user's text in a subject, cut to what mail programs show; there, none makes a link of it. */
function plain(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

function path(pattern: string, { linkSlug }: Pick<LinkFacts, "linkSlug">): string {
	return pattern.replace(":linkSlug", encodeURIComponent(linkSlug));
}

function number(count: number): string {
	return count.toLocaleString("en-US");
}

function peopleOf(count: number): string {
	return `${number(count)} ${count === 1 ? "person" : "people"}`;
}

function newLinks(count: number): string {
	return `${number(count)} new ${count === 1 ? "link" : "links"}`;
}

function day(iso: string): string {
	return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(iso));
}
