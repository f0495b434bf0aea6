import { AppError } from "#server/platform/http/app-error.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { scheduleProblem } from "#shared/links/link-schedule.ts";
import type { Link } from "#shared/links/links.table.ts";

export type Schedule = Pick<Link, "startsAt" | "endsAt" | "afterUrl">;
/** The times of a form; `afterUrl` is judged and normalised. */
export type WantedSchedule = Pick<LinkForm, "startsAt" | "endsAt" | "afterUrl">;

/** A link's times as a form wants them; what it leaves out stays as it is. */
export function scheduleOf(wanted: WantedSchedule, present: Partial<Schedule>): Schedule {
	return {
		startsAt: timeOf(wanted.startsAt, present.startsAt ?? null),
		endsAt: timeOf(wanted.endsAt, present.endsAt ?? null),
		afterUrl: wanted.afterUrl === undefined ? (present.afterUrl ?? null) : wanted.afterUrl,
	};
}

/** @throws AppError "invalid" where times that came contradict each other, or those that stay (P187) */
export function requirePossible({ startsAt, endsAt, afterUrl }: WantedSchedule, schedule: Schedule): void {
	const isAsked = [startsAt, endsAt, afterUrl].some((value) => value !== undefined);
	const problem = isAsked ? scheduleProblem(written(schedule)) : null;
	if (problem) throw new AppError(problem.code, problem.message, { field: problem.field });
}

function timeOf(wanted: string | null | undefined, present: Date | null): Date | null {
	if (wanted === undefined) return present;
	return wanted === null ? null : new Date(wanted);
}

function written({ startsAt, endsAt, afterUrl }: Schedule) {
	return { startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null, afterUrl };
}
