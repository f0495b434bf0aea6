import { judgeCard, type ModeratedCard, type Verdict } from "#server/moderation/guard/judge.ts";
import { type Evidence, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { cardsOf } from "./corpus.ts";
import { honestCards } from "./honest.ts";
import { impersonations } from "./impersonations.ts";

type Outcome = { card: ModeratedCard; verdict: Verdict; codes: string[]; brand: string; evidence: Evidence | "" };

/** What the guard makes of a list, and which cards it gets wrong. */
export function judgeAll(cards: ModeratedCard[], expected: "caught" | "fine") {
	const outcomes = cards.map((card): Outcome => {
		const { verdict, reasons } = judgeCard(card);
		return {
			card,
			verdict,
			codes: reasons.map(({ code }) => code),
			brand: reasons.find(({ brand }) => brand)?.brand ?? "",
			evidence: worstOf(reasons)?.evidence ?? "",
		};
	});
	const wrong = outcomes.filter(({ verdict }) => (verdict === "fine") !== (expected === "fine"));
	return { outcomes, wrong, share: wrong.length / cards.length };
}

/** By other hands, taken over before the rules were written; their first figures are in P552. */
const BY_OTHERS = {
	"phishing by others": { cards: () => cardsOf("by-others-phishing.txt"), expected: "caught", mostWrong: 0.4 },
	"of these, with a listed brand": {
		cards: () => cardsOf("by-others-phishing.txt").filter(({ brand }) => brand !== ""),
		expected: "caught",
		mostWrong: 0.2,
	},
	"honest by others": { cards: () => cardsOf("by-others-honest.txt"), expected: "fine", mostWrong: 0.05 },
} as const;

export const LISTS = {
	impersonations: { cards: impersonations, expected: "caught", mostWrong: 0.05 },
	"honest cards": { cards: honestCards, expected: "fine", mostWrong: 0.005 },
	"impersonations held out": {
		cards: () => cardsOf("held-out-impersonations.txt"),
		expected: "caught",
		mostWrong: 0.1,
	},
	"honest cards held out": { cards: () => cardsOf("held-out-honest.txt"), expected: "fine", mostWrong: 0.01 },
	...BY_OTHERS,
} as const;
