import { Link2Off, Radar } from "lucide-react";
import { useMemo } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkAction } from "../actions/link-action.ts";
import { useSwitchChecks } from "./health.queries.ts";

/** Turns the checks of a link's target off, or on again (P686): for the menu of the link's page. */
export function useChecksAction(link: LinkView): LinkAction {
	const { mutate } = useSwitchChecks(link);
	const isOff = link.targetHealth?.isOff ?? false;
	return useMemo(
		() => ({
			id: "checks",
			label: isOff ? "Check target daily" : "Stop checking target",
			Icon: isOff ? Radar : Link2Off,
			keywords: "health dead broken not found",
			run: () =>
				mutate(!isOff, {
					onSuccess: () => toast({ title: isOff ? "The target is checked daily" : "The target is no longer checked" }),
					onError: (error) => toastFailure("This could not be changed. Please try again.", error),
				}),
		}),
		[isOff, mutate],
	);
}
