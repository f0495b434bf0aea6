import { AppError } from "#server/http/app-error.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { scheduleProblem } from "#shared/links/link-schedule.ts";
import type { Link } from "#shared/links/links.table.ts";
import { requirePlanFor } from "./field-values.ts";

type Schedule = Pick<Link, "startsAt" | "endsAt" | "afterUrl">;

const NONE: Schedule = { startsAt: null, endsAt: null, afterUrl: null };

/**
 * A link's times as a form wants them; what it leaves out stays as it is. Taking a time away is always allowed, setting
 * one wants the plan for it (P187).
 * @param afterUrl of the form, judged and normalised
 * @throws AppError "plan_required", and "invalid" where times that came contradict those that stay
 */
export function scheduleOf(
	form: LinkForm,
	{
		planId,
		afterUrl,
		present = NONE,
	}: {
		planId: string;
		afterUrl: string | null | undefined;
		present?: Schedule | undefined;
	},
): Schedule {
	const wanted = {
		startsAt: timeOf(form.startsAt, present.startsAt),
		endsAt: timeOf(form.endsAt, present.endsAt),
		afterUrl: afterUrl === undefined ? present.afterUrl : afterUrl,
	};
	requirePlanFor(planId, { wanted, present });
	const isAsked = [form.startsAt, form.endsAt, afterUrl].some((value) => value !== undefined);
	const problem = isAsked ? scheduleProblem(written(wanted)) : null;
	if (problem) throw new AppError(problem.code, problem.message, { field: problem.field });
	return wanted;
}

function timeOf(wanted: string | null | undefined, present: Date | null): Date | null {
	if (wanted === undefined) return present;
	return wanted === null ? null : new Date(wanted);
}

function written({ startsAt, endsAt, afterUrl }: Schedule) {
	return { startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null, afterUrl };
}
