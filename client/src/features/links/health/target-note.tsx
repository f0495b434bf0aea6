import { Unlink } from "lucide-react";
import { useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { LinkView } from "#shared/links/link.ts";
import { useCheckTarget, useLiveHealth } from "./health.queries.ts";
import { FAILURE_WORDS, shortDay } from "./health-words.ts";

/** Tells the owner that the link's target is gone, and why (P685); 'Check again' (P686). */
export function TargetNote({ link }: { link: LinkView }) {
	const [isFound, setIsFound] = useState(false);
	const check = useCheckTarget(link);
	useLiveHealth(link);
	const { goneSince = null, failure = null } = link.targetHealth ?? {};

	function checkAgain(): void {
		check.mutate(undefined, {
			onSuccess: (state) => {
				setIsFound(state.goneSince === null);
				if (state.goneSince) toast({ title: "Still not found" });
			},
			onError: (error) => toastFailure("The target could not be checked. Try again in a minute.", error),
		});
	}

	if (!goneSince) {
		return isFound ? (
			<p role="status" tabIndex={-1} ref={focus} className="text-muted">
				The target was found again.
			</p>
		) : null;
	}
	return (
		<section aria-labelledby="target-gone" className="flex flex-col gap-3 rounded-card border border-warn p-4">
			<h2 id="target-gone" className="flex items-center gap-2 font-semibold">
				<Unlink aria-hidden="true" className="size-5 shrink-0 text-warn" />
				Target not found since {shortDay(goneSince)}
			</h2>
			<p className="wrap-anywhere text-muted">
				{failure && `${FAILURE_WORDS[failure](shownHost(link.targetUrl))} `}
				Change the target, or check it again.
			</p>
			<Button variant="secondary" className="self-start" isBusy={check.isPending} onClick={checkAgain}>
				Check again
			</Button>
		</section>
	);
}

/** The pressed button disappears, and focus would be lost. */
function focus(element: HTMLElement | null): void {
	element?.focus();
}
