import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { adviceText, reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { hostOf, parseUrl } from "#shared/platform/parse-url.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { button, inert, type MailPart, quoted, table, textPart } from "./mail-content.ts";
import type { LinkFacts, MailFacts } from "./mail-facts.ts";
import { dayText, numberText, type Writers } from "./mail-writer.ts";

type LinkKind = "milestone" | "target_gone" | "link_flagged" | "review_decided" | "report_confirmed";

/** Links named in one mail; the rest is counted. */
const NAMED = 20;

/** Mails about links. */
export const LINK_MAILS: Writers<LinkKind> = {
	milestone(told, { links, publicOrigin }) {
		const reached = told.flatMap(({ linkId, people }) => present(links, linkId).map((link) => ({ link, people })));
		const [first] = reached;
		if (!first) return null;
		const isOne = reached.length === 1;
		const subject = isOne
			? `${plain(first.link.title)} reached ${numberText(first.people)} people`
			: `${reached.length} links reached a milestone`;
		return {
			subject,
			heading: isOne
				? `${numberText(first.people)} people opened your link`
				: `${reached.length} links reached a milestone`,
			parts: [
				table(
					["Link", "People"],
					reached.map(({ link, people }) => [nameOf(link), numberText(people)]),
				),
				isOne
					? button("See statistics", publicOrigin + path(SCREEN_PATHS.linkStatsPattern, first.link))
					: button("See analytics", publicOrigin + SCREEN_PATHS.analytics),
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
							textPart(`Not found since ${dayText(first.since)}. ${peopleOf(first.people)} in the last 7 days.`),
						]
					: [
							table(
								["Link", "Not found since"],
								named(gone, (each) => [nameOf(each), dayText(each.since)]),
							),
						]),
				isOne
					? button("Edit link", publicOrigin + path(SCREEN_PATHS.editLinkPattern, first))
					: button("Open your links", publicOrigin + SCREEN_PATHS.dashboard),
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
	return [...all.slice(0, NAMED).map(row), ...(more > 0 ? [["And more", numberText(more)] as [string, string]] : [])];
}

function plain(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

function path(pattern: string, { linkSlug }: Pick<LinkFacts, "linkSlug">): string {
	return pattern.replace(":linkSlug", encodeURIComponent(linkSlug));
}

function peopleOf(count: number): string {
	return `${numberText(count)} ${count === 1 ? "person" : "people"}`;
}
