import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { hostOf } from "#shared/platform/host-of.ts";
import { addressReason } from "./address.ts";
import { type LinkContent, readHash, validatedContent } from "./content.ts";
import { isRiskyHost } from "./hosts/risky-hosts.ts";
import { judgeCard, type ModeratedCard, readTexts } from "./judge.ts";

export type Reading = {
	found: { card: ModeratedCard; url: URL; reasons: ModerationReason[] }[];
	hash: string;
	/** The slug isn't drawn yet; a random one has no meaning. */
	isSlugOpen: boolean;
	revision: number;
};

type Options = { listed: (url: URL) => ModerationReason[]; listsRevision: () => number };

export function createLinkReader({ listed, listsRevision }: Options) {
	/** Reads each text with each target, in time slices, so that a text delays visitors by at most one (P456). */
	async function read(content: LinkContent, names: string[]): Promise<Reading> {
		const { texts, targets, slugs } = validatedContent(content, names);
		const isSlugOpen = content.linkSlug === null;
		const reading: Reading = { found: [], hash: readHash(content, names), isSlugOpen, revision: listsRevision() };
		const toTargets = [];
		for (const targetUrl of targets) {
			await yieldAfterSlice();
			const url = new URL(targetUrl);
			const host = hostOf(url);
			const named = addressReason({ names, slugs, host });
			if (named && isRiskyHost(host)) named.evidence = "sign";
			toTargets.push({ targetUrl, url, named, lists: listed(url) });
		}
		for (const text of texts) {
			await yieldAfterSlice();
			const read = readTexts(text);
			for (const { targetUrl, url, named, lists } of toTargets) {
				await yieldAfterSlice();
				const card = { ...text, targetUrl };
				const { reasons } = judgeCard(card, read);
				// The card's own evidence about the brand is stronger, and not repeated.
				const isNew = named !== null && reasons.every(({ brand }) => brand !== named.brand);
				reading.found.push({ card, url, reasons: [...reasons, ...(isNew ? [named] : []), ...lists] });
			}
		}
		return reading;
	}

	/** Whether link, names and lists are unchanged since this reading. */
	function isCurrent({ hash, isSlugOpen, revision }: Reading, content: LinkContent, names: string[]): boolean {
		const linkSlug = isSlugOpen ? null : content.linkSlug;
		return revision === listsRevision() && hash === readHash({ ...content, linkSlug }, names);
	}

	return { read, isCurrent };
}
