import type { ClosedHost } from "#shared/account/mail/mail-kinds.ts";
import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { adviceText, reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { hostOf, parseUrl } from "#shared/platform/parse-url.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { named, nameOf, path, plain, present } from "./link-words.ts";
import { button, inert, type MailPart, quoted, table, textPart } from "./mail-content.ts";
import type { LinkFacts } from "./mail-facts.ts";
import { type Composed, type ComposeOptions, numberText, type Writers } from "./mail-writer.ts";

/** Mails about links that we flag, close or judge. */
export const MODERATION_MAILS: Writers<"link_flagged" | "review_decided" | "report_confirmed"> = {
	link_flagged(told, options) {
		const ofHosts = composeHosts(
			told.flatMap((each) => ("host" in each ? each : [])),
			options,
		);
		const ofLinks = composeLinks(
			told.flatMap((each) => ("linkId" in each ? each.linkId : [])),
			options,
		);
		if (!ofHosts || !ofLinks) return ofHosts ?? ofLinks;
		return { ...ofLinks, parts: [...ofHosts.parts.slice(0, -1), ...ofLinks.parts] };
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

function composeLinks(ids: number[], { links, publicOrigin }: ComposeOptions): Composed {
	const found = [...new Set(ids)].flatMap((id) => present(links, id));
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
}

/** Its links are counted, not named: there can be thousands. */
function composeHosts(told: ClosedHost[], { disabledHosts, publicOrigin }: ComposeOptions): Composed {
	const closed = told.filter(({ host }) => disabledHosts.has(host));
	if (closed.length === 0) return null;
	const count = closed.reduce((sum, { links }) => sum + links, 0);
	const said = `We closed ${count === 1 ? "one" : numberText(count)} of your links`;
	return {
		subject: said,
		heading: said,
		parts: [
			textPart("We no longer allow links to these websites. A closed link no longer opens."),
			table(
				["Website", "Links"],
				closed.map(({ host, links }) => [inert(host), numberText(links)]),
			),
			textPart("To open a link again, change its target. If this is a mistake, contact us."),
			button("Open your links", publicOrigin + SCREEN_PATHS.dashboard),
		],
	};
}

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
