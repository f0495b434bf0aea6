import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { PlanFeature } from "#shared/billing/plans/plan-features.ts";
import { LINK_FIELDS, type LinkField, TEXT_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { Link } from "#shared/links/links.table.ts";
import { requirePossible, type Schedule, scheduleOf, type WantedSchedule } from "./link-schedule.ts";

/** Columns that the owner doesn't edit. */
type KeptByUs =
	| "id"
	| "userId"
	| "imageSource"
	| "cardVersion"
	| "cardVersions"
	| "viewsBot"
	| "viewsHuman"
	| "viewsByAlias"
	| "deleted"
	| "createdAt"
	| "changedAt"
	| "deletedAt"
	| "disabledAt"
	| "disabledReason"
	| "lastSeenAt"
	| "domainId";

/** A column that the owner edits: each new column of the table, unless `KeptByUs` names it. */
type EditedColumn = Exclude<keyof Link, KeptByUs>;
const DESCRIBED: Record<EditedColumn, { plan: PlanFeature | null; form: { name: string } | null }> = LINK_FIELDS;

type Values = { [Name in LinkField]?: Link[Name] | null };

/**
 * Setting a field, or changing it, needs the plan that `LINK_FIELDS` names; what is set may stay, and may be removed.
 * @throws AppError "plan_required"
 */
export function requirePlanFor(planId: string, { wanted, present = {} }: { wanted: Values; present?: Values }): void {
	for (const name of Object.keys(wanted) as LinkField[]) {
		const { plan, form } = DESCRIBED[name];
		const value = comparable(wanted[name]);
		const isSet = value !== null && value !== comparable(present[name]);
		if (plan !== null && isSet) requireFeature(planId, plan, form?.name ?? name);
	}
}

/**
 * The texts and times of a form as they are stored; omitted fields stay unchanged.
 * @param form with its `afterUrl` judged and normalised
 * @throws AppError "plan_required", and "invalid" where times contradict each other (P187)
 */
export function valuesOf(
	form: Pick<LinkForm, TextField> & WantedSchedule,
	{ planId, present = {} }: { planId: string; present?: Partial<Link> },
): Pick<Link, TextField> & Schedule {
	const values = { ...textsOf(form, present), ...scheduleOf(form, present) };
	requirePlanFor(planId, { wanted: values, present });
	requirePossible(form, values);
	return values;
}

function textsOf(form: Pick<LinkForm, TextField>, present: Partial<Link>): Pick<Link, TextField> {
	return Object.fromEntries(
		TEXT_FIELDS.map((name) => [name, form[name] === undefined ? (present[name] ?? null) : form[name]]),
	) as Pick<Link, TextField>;
}

function comparable(value: Values[LinkField]): string | number | null {
	if (value instanceof Date) return value.getTime();
	return Array.isArray(value) ? value.join() || null : (value ?? null);
}
