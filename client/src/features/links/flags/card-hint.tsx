import { TriangleAlert } from "lucide-react";
import { shownHost } from "#shared/cards/shown-host.ts";
import type { CardHint as Hint } from "#shared/guard/guard-reason.ts";
import { adviceText, reasonText } from "#shared/guard/reason-texts.ts";

/** Before a save: what the card reads like, and how to say it better (P548). */
export function CardHint({ hint: { reasons, refusal }, target }: { hint: Hint; target: string }) {
	const host = URL.canParse(target) ? shownHost(target) : "its target";
	const advice = [...new Set(reasons.flatMap((reason) => adviceText(reason) ?? []))];
	const isLookedAt = reasons.some(({ evidence }) => evidence === "sign");
	return (
		<section
			aria-label="Before you save"
			className="flex flex-col gap-2 rounded-card border border-warn p-4 wrap-anywhere"
		>
			<h2 className="flex items-center gap-2 font-semibold">
				<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
				{refusal ? "This can't be saved" : "How this card reads"}
			</h2>
			<div role="status" className="flex flex-col gap-2">
				{refusal ? (
					<p>{refusal}</p>
				) : (
					reasons.map((reason) => <p key={`${reason.code} ${reason.words.join(" ")}`}>{reasonText(reason, host)}</p>)
				)}
				{advice.map((text) => (
					<p key={text} className="text-muted">
						{text}
					</p>
				))}
				{!refusal && isLookedAt && <p>You can save it. We'll check this within a day.</p>}
			</div>
		</section>
	);
}
