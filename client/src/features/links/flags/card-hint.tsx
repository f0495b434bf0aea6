import { TriangleAlert } from "lucide-react";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import type { FlagEffect, CardHint as Hint } from "#shared/moderation/guard/moderation-reason.ts";
import { adviceText, reasonText } from "#shared/moderation/guard/reason-texts.ts";

const AFTERWARDS: Record<FlagEffect | "looked at", string> = {
	none: "Visitors and apps see it as usual.",
	page: "Visitors see where it leads first, because your account is new.",
	plain: "We'll check this within a day. Until then, visitors see where it leads first.",
	closed: "It stays closed until we've reviewed it.",
	"looked at": "We'll check this within a day. Visitors and apps see it as usual.",
};

/** What is suspicious about a card before it is saved, and how to fix it (P548). */
export function CardHint({ hint: { reasons, effect, refusal }, target }: { hint: Hint; target: string }) {
	const url = parseWebAddress(target.trim());
	const host = url ? shownHost(url.href) : "its target";
	const advice = [...new Set(reasons.flatMap((reason) => adviceText(reason) ?? []))];
	const isLookedAt = effect === "none" && reasons.some(({ evidence }) => evidence === "sign");
	return (
		<section
			aria-label="Before you save"
			className="flex flex-col gap-2 rounded-card border border-warn p-4 wrap-anywhere"
		>
			<h2 className="flex items-center gap-2 font-semibold">
				<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
				Before you save
			</h2>
			<div role="status" className="flex flex-col gap-2">
				{refusal ? (
					<p>{refusal}</p>
				) : (
					reasons.map((reason) => <p key={`${reason.code} ${reason.words.join(" ")}`}>{reasonText(reason, host)}</p>)
				)}
				{!refusal &&
					advice.map((text) => (
						<p key={text} className="text-muted">
							{text}
						</p>
					))}
				{!refusal && <p>You can save it. {AFTERWARDS[isLookedAt ? "looked at" : effect]}</p>}
			</div>
		</section>
	);
}
