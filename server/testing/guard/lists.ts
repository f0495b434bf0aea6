import { type JudgedCard, judgeCard, type Verdict } from "#server/guard/judge.ts";
import { cardsOf } from "./corpus.ts";
import { honestCards } from "./honest.ts";
import { impersonations } from "./impersonations.ts";

type Outcome = { card: JudgedCard; verdict: Verdict; codes: string[]; brand: string };

/** What the guard makes of a list, and which cards it gets wrong. */
export function judgeAll(cards: JudgedCard[], expected: "caught" | "fine") {
	const outcomes = cards.map((card): Outcome => {
		const { verdict, reasons } = judgeCard(card);
		return {
			card,
			verdict,
			codes: reasons.map(({ code }) => code),
			brand: reasons.find(({ brand }) => brand)?.brand ?? "",
		};
	});
	const wrong = outcomes.filter(({ verdict }) => (verdict === "fine") !== (expected === "fine"));
	return { outcomes, wrong, share: wrong.length / cards.length };
}

export const LISTS = {
	impersonations: { cards: impersonations, expected: "caught", mostWrong: 0.05 },
	"honest cards": { cards: honestCards, expected: "fine", mostWrong: 0.005 },
	"impersonations held out": {
		cards: () => cardsOf("held-out-impersonations.txt"),
		expected: "caught",
		mostWrong: 0.1,
	},
	"honest cards held out": { cards: () => cardsOf("held-out-honest.txt"), expected: "fine", mostWrong: 0.01 },
} as const;
