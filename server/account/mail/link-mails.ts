import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { named, nameOf, path, plain, present } from "./link-words.ts";
import { button, inert, quoted, table, textPart } from "./mail-content.ts";
import { dayText, numberText, type Writers } from "./mail-writer.ts";

/** Mails about what becomes of links. */
export const LINK_MAILS: Writers<"milestone" | "target_gone"> = {
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
};

function peopleOf(count: number): string {
	return `${numberText(count)} ${count === 1 ? "person" : "people"}`;
}
