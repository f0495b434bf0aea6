import type { LinkView } from "#shared/links/link.ts";
import { scheduleState } from "#shared/links/link-schedule.ts";

const timeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Why a link doesn't currently lead to its target, and since or until when, in the user's time zone (P187). */
export function ScheduleNote({ link }: { link: Pick<LinkView, "startsAt" | "endsAt"> }) {
	const state = scheduleState(link, Date.now());
	if (state === "not-yet" && link.startsAt) return <p className={NOTE}>Opens {formatTime(link.startsAt)}</p>;
	if (state === "ended" && link.endsAt) return <p className={NOTE}>Ended {formatTime(link.endsAt)}</p>;
	return null;
}

const NOTE = "text-sm font-semibold text-warn";

/** 'Mar 5, 2026, 10:02 AM', in the user's time zone. */
export function formatTime(moment: string): string {
	return timeFormat.format(new Date(moment));
}
