import type { ServerResponse } from "node:http";
import { type GoAnswers, toSend } from "./go-answers.ts";
import type { KnownLink, PublicLink } from "./public-link.ts";
import { disabledTrustPage, missingTrustPage, trustPage } from "./trust-page.ts";

export type TrustAnswersOptions = {
	answers: Pick<GoAnswers, "trust">;
	linksOrigin: string;
	homeUrl: string;
	/** For writing about a link that was closed by mistake. */
	reportEmail: string;
};

export type TrustAnswers = ReturnType<typeof createTrustAnswers>;

/** The answers to `slug+` (P141). */
export function createTrustAnswers({ answers, linksOrigin, homeUrl, reportEmail }: TrustAnswersOptions) {
	const missing = toSend(missingTrustPage({ homeUrl }));
	const disabled = toSend(disabledTrustPage({ homeUrl, contact: reportEmail }));

	return {
		/** @param at now, in milliseconds */
		known(res: ServerResponse, link: KnownLink, at: number): void {
			if (link === "disabled") {
				answers.trust(res, disabled, 410);
				return;
			}
			answers.trust(res, toSend(trustPage(link, { at, linksOrigin, homeUrl })));
		},
		/** Shown to people before a flagged link (P382). */
		beforeFlagged(res: ServerResponse, link: PublicLink, { at, continueTo }: { at: number; continueTo: string }): void {
			answers.trust(res, toSend(trustPage(link, { at, linksOrigin, homeUrl, continueTo })));
		},
		missing(res: ServerResponse): void {
			answers.trust(res, missing, 404);
		},
	};
}
