import { AppError } from "#server/platform/http/app-error.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { type ModerationReason, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { reasonText } from "#shared/moderation/guard/reason-texts.ts";
import type { Judgement, ModeratedCard } from "./judge.ts";

const OF_TEXT = new Set<ModerationReason["code"]>(["impersonation", "look-alike-name", "disguised-name"]);

/** The error for a blocked card, with what to change. */
export function refusalOf(card: ModeratedCard, { reasons }: Judgement): AppError {
	const worst = worstOf(reasons);
	const host = shownHost(card.targetUrl);
	if (!worst) return new AppError("unsafe_target", "You can't make a link to this address", { field: "targetUrl" });
	const text = reasonText(worst, host);
	const next = worst.code === "closed-before" ? " Ask for a review of that link, or contact us." : "";
	if (!OF_TEXT.has(worst.code)) {
		return new AppError("unsafe_target", `You can't save this link. ${text}${next}`, { field: "targetUrl" });
	}
	const plain = worst.code === "disguised-name" ? ` Type it again, as "${worst.brand}".` : "";
	return new AppError("impersonation", `You can't save this card. ${text}${plain}`, { field: fieldOf(card, worst) });
}

function fieldOf({ title, description }: ModeratedCard, { words: [word = ""] }: ModerationReason): string {
	if (visible(title).includes(word)) return "title";
	return visible(description).includes(word) ? "description" : "targetUrl";
}

function visible(text: string): string {
	return text.replace(/\p{Cf}/gu, "");
}
