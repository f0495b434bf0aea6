import { yieldAfterSlice } from "#server/work/time-slice.ts";
import type { GuardReason } from "#shared/guard/guard-reason.ts";
import { addressReason } from "./address.ts";
import { judgedContent, type LinkContent } from "./content.ts";
import { type JudgedCard, judgeCard, readTexts } from "./judge.ts";

/** All that speaks against a link, whatever operators have decided: what takes time of a judgement. */
export type Reading = {
	found: { card: JudgedCard; url: URL; reasons: GuardReason[] }[];
	/** Of the owner, which its address has. */
	names: string[];
	/** Of the lists that were asked. */
	revision: number;
};

type Options = { listed: (url: URL) => GuardReason[]; listsRevision: () => number };

export function createLinkReader({ listed, listsRevision }: Options) {
	/** Reads each text with each target, in time slices: a stranger's text costs visitors no more than one (P456). */
	async function read(content: LinkContent, names: string[]): Promise<Reading> {
		const { texts, targets, slugs } = judgedContent(content, names);
		const reading: Reading = { found: [], names, revision: listsRevision() };
		const toTargets = [];
		for (const targetUrl of targets) {
			await yieldAfterSlice();
			const url = new URL(targetUrl);
			const named = addressReason({ names, slugs, host: url.hostname.replace(/\.$/, "") });
			toTargets.push({ targetUrl, url, named, lists: listed(url) });
		}
		for (const text of texts) {
			await yieldAfterSlice();
			const read = readTexts(text);
			for (const { targetUrl, url, named, lists } of toTargets) {
				await yieldAfterSlice();
				const card = { ...text, targetUrl };
				const { reasons } = judgeCard(card, read);
				// What the card says of the brand weighs more, and is not counted twice.
				const isNew = named !== null && reasons.every(({ brand }) => brand !== named.brand);
				reading.found.push({ card, url, reasons: [...reasons, ...(isNew ? [named] : []), ...lists] });
			}
		}
		return reading;
	}

	/** Whether another reading would find the same: names and lists haven't changed since. */
	function isCurrent({ names, revision }: Reading, present: string[]): boolean {
		return revision === listsRevision() && names.join() === present.join();
	}

	return { read, isCurrent };
}
