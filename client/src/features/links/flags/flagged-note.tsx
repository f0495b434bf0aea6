import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { apiRequest } from "#client/lib/api-client.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { FlagEffect, LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { API } from "#shared/platform/api-paths.ts";
import { linkBySlugQuery } from "../links.queries.ts";

/** Google's terms require this link next to its warnings. */
const ADVISORY = "https://cloud.google.com/web-risk/docs/advisory";

/** Explains a flag to the link's owner: words and reason, what visitors see, and how to request a review (P383). */
export function FlaggedNote({ link }: { link: LinkView }) {
	const queryClient = useQueryClient();
	const ask = useMutation({
		mutationFn: async () => (await (await apiRequest("POST", API.links.review(link.id))).json()) as LinkFlag,
		onSuccess: (flag) =>
			queryClient.setQueryData(linkBySlugQuery(link.linkSlug).queryKey, (present) => present && { ...present, flag }),
		onError: (error) => toastFailure("Your request could not be sent. Please try again.", error),
	});
	const { flag } = link;
	if (!flag) return null;
	const host = shownHost(link.targetUrl);
	return (
		<section aria-labelledby="flagged" className="flex flex-col gap-3 rounded-card border border-warn p-4">
			<h2 id="flagged" className="flex items-center gap-2 font-semibold">
				<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
				{flag.state === "blocked" ? "We blocked this link" : "This link is flagged"}
			</h2>
			{flag.reasons.length > 0 && (
				<ul className="list-disc pl-5 wrap-anywhere">
					{flag.reasons.map((reason) => (
						<li key={`${reason.code} ${reason.words.join(" ")}`}>{reasonText(reason, host)}</li>
					))}
				</ul>
			)}
			{flag.reasons.some(({ code }) => code === "web-risk") && (
				<a href={ADVISORY} target="_blank" rel="noreferrer" className="self-start underline">
					About Google's advisory
				</a>
			)}
			<p className="text-muted">{whatNow(flag)}</p>
			{flag.reviewAskedAt ? (
				<p role="status" tabIndex={-1} ref={ask.isSuccess ? focus : undefined}>
					{flag.isDecided
						? "This link is waiting for a review."
						: "You asked for a review. We'll look at this link soon."}
				</p>
			) : (
				<Button variant="secondary" className="self-start" isBusy={ask.isPending} onClick={() => ask.mutate()}>
					Ask for a review
				</Button>
			)}
		</section>
	);
}

function whatNow({ state, isDecided, effect }: LinkFlag): string {
	if (isDecided)
		return "Visitors see that it is closed. You can change it, but it stays closed until we've reviewed it.";
	if (state === "blocked") return "Visitors see that it is closed. Change its target to open it again.";
	return FELT[effect];
}

const FELT: Record<FlagEffect, string> = {
	none: "Visitors and apps see it as usual. Change its text or target, or leave it: we'll look at it.",
	page: "Visitors see where it leads before they continue, because your account is new. Change its target, or ask us to look at it.",
	plain:
		"Until we've looked at it, within a day, visitors see where it leads before they continue, and apps show a plain card. Change its text or target if you like.",
	closed: "Visitors see that it is closed.",
};

/** The pressed button disappears, and focus would be lost. */
function focus(element: HTMLElement | null): void {
	element?.focus();
}
