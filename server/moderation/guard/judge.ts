import { domainToUnicode } from "node:url";
import { type ModerationReason, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { actsOf, type FoundAct, scamWords } from "./acts.ts";
import { brandsOf } from "./brands.ts";
import { mixesScripts } from "./hosts/look-alike-hosts.ts";
import { isOfState, isRiskyHost, targetSigns } from "./hosts/target-signs.ts";
import { imitationOf } from "./imitation.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

export type ModeratedCard = { title: string; description: string; slug: string; targetUrl: string };

export type Verdict = "fine" | "flagged" | "blocked";
export type Judgement = { verdict: Verdict; reasons: ModerationReason[] };

/** The findings in a card's texts, whatever the target; acts are read lazily. */
export type ReadTexts = {
	mentions: Mention[];
	asked(): { text: string; acts: FoundAct[] };
	scam(isRisky: boolean): string | null;
};

export function readTexts({ title, description, slug }: Omit<ModeratedCard, "targetUrl">): ReadTexts {
	const texts = [title, description, slug.replace(/[-_]/g, " ")];
	let asked: ReturnType<ReadTexts["asked"]> | undefined;
	const scams = new Map<boolean, string | null>();
	const read = () => {
		if (!asked) {
			const text = comparedText(texts.join("\n"));
			asked = { text, acts: actsOf(text) };
		}
		return asked;
	};
	return {
		mentions: mergedMentions(texts),
		asked: read,
		scam(isRisky) {
			if (!scams.has(isRisky)) scams.set(isRisky, scamWords({ ...read(), isRisky }));
			return scams.get(isRisky) ?? null;
		},
	};
}

/**
 * Checks a card's words and target. Pure: equal cards get equal judgements.
 * @param texts the card's, when checked with several targets: reading them takes most of the time
 */
export function judgeCard(card: ModeratedCard, texts = readTexts(card)): Judgement {
	const url = new URL(card.targetUrl);
	const host = hostOf(url);
	const shown = domainToUnicode(host) || host;
	const hidden = targetSigns(url).map(
		({ code, words }): ModerationReason => ({ code, words: [words], evidence: "target" }),
	);
	if (mixesScripts(shown)) {
		const evidence = texts.asked().acts.length > 0 ? "closed" : "target";
		hidden.push({ code: "mixed-host", words: [shown], evidence });
	}
	const isRisky = hidden.length > 0 || isRiskyHost(host);
	const imitation = imitationOf({ title: card.title, texts, host, shown, isRisky });
	const scam = imitation ? null : scamOf(texts, { host, isRisky });
	return judgementOf([imitation, scam, ...hidden].filter((reason) => reason !== null));
}

/** A scam without a brand (P549). `Decisions.weigh` removes it for trusted owners. */
function scamOf(texts: ReadTexts, { host, isRisky }: { host: string; isRisky: boolean }): ModerationReason | null {
	if (brandsOf(host).size > 0 || isOfState(host)) return null;
	const words = texts.scam(isRisky);
	return words === null ? null : { code: "common-scam", words: [words], evidence: isRisky ? "sign" : "words" };
}

/** The verdict for these reasons. */
export function judgementOf(reasons: ModerationReason[]): Judgement {
	const worst = worstOf(reasons);
	if (!worst) return { verdict: "fine", reasons };
	return { verdict: worst.evidence === "closed" ? "blocked" : "flagged", reasons };
}

function mergedMentions([title = "", ...others]: string[]): Mention[] {
	const found = mentionsOf(title);
	for (const mention of others.flatMap((text) => mentionsOf(text))) {
		const known = found.find(({ name }) => name.brand === mention.name.brand);
		if (!known) found.push({ ...mention, isSender: false });
		else if (known.isMeans && !mention.isMeans) known.isMeans = false;
	}
	return found;
}
