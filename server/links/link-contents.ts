import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError, allOrRefused } from "#server/platform/http/app-error.ts";
import type { PlanFeature } from "#shared/billing/plans/plan-features.ts";
import { LINK_FIELDS, type LinkField, TEXT_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { scheduleProblem } from "#shared/links/link-schedule.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { TargetJudge, Targets } from "./judge-target.ts";
import type { CardsOfEdit, Owner, Submission } from "./links.service.ts";

type Options = {
	db: Db;
	judgeTargets: TargetJudge;
	originals: Pick<Originals, "imageFor">;
	cards: CardsOfEdit;
};

export type LinkContents = ReturnType<typeof createLinkContents>;

/** What a link's form asks for, validated and ready to be stored (P46 to P62). */
export function createLinkContents({ db, judgeTargets, originals, cards }: Options) {
	/**
	 * Judges a form with its files; the images are ready and kept when this returns.
	 * @param present the link that is edited
	 * @returns the form with its `afterUrl` normalized, for `valuesOf`; target and image as they are stored; what writes its cards
	 */
	async function judge(owner: Owner, submission: Submission, present: Partial<Link> = {}) {
		const { planId, form, upload, cards: edits = new Map() } = submission;
		const { imageUrl: named, imageCut: cut, afterUrl } = form;
		requirePlanFor(planId, { wanted: { linkSlug: form.customLinkSlug }, present });
		const hasImage = upload !== undefined || named !== null || cut !== null;
		const [wanted, targetUrl, , imageUrl, writeCards] = await allOrRefused([
			async () => {
				const wanted = { ...form, afterUrl: afterUrl ? await validated("afterUrl", afterUrl) : afterUrl };
				valuesOf(wanted, { planId, present });
				return wanted;
			},
			() => validated("targetUrl", form.targetUrl),
			() => {
				if (form.imageSource === "ai") throw notGenerated();
			},
			() => (hasImage ? originals.imageFor({ userId: owner.id, upload, imageUrl: named, cut }) : null),
			() => (edits.size > 0 ? cards.validated(owner, planId, edits) : undefined),
		]);
		return { wanted, content: { targetUrl, imageUrl, imageSource: "upload" }, writeCards };
	}

	/** The address, normalized, if a link may lead there. @throws AppError "invalid_url", "website_not_allowed" */
	async function validated(field: keyof Targets, address: string): Promise<string> {
		const [refused] = await judgeTargets(db, [{ [field]: address }]);
		if (refused) throw refused;
		return new URL(address).href;
	}

	return { judge };
}

/** The texts of the cards that are sent with a link. */
export function cardsOf({ cards = new Map() }: Submission) {
	return [...cards.values()].flatMap((sent) => sent?.form ?? []);
}

function notGenerated(): AppError {
	return new AppError("image_not_generated", "Generated images are not available yet", { field: "imageSource" });
}

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
	| "lastSeenAt";

/** A column that the owner edits: each new column of the table, unless `KeptByUs` names it. */
type EditedColumn = Exclude<keyof Link, KeptByUs>;
const DESCRIBED: Record<EditedColumn, { plan: PlanFeature | null; form: { name: string } | null }> = LINK_FIELDS;

type Values = { [Name in LinkField]?: Link[Name] | null };

/**
 * Setting a field, or changing it, needs the plan that `LINK_FIELDS` names; what is set may stay, and may be removed.
 * @throws AppError "plan_required"
 */
function requirePlanFor(planId: string, { wanted, present = {} }: { wanted: Values; present?: Values }): void {
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

type Schedule = Pick<Link, "startsAt" | "endsAt" | "afterUrl">;
/** The times of a form; `afterUrl` is judged and normalised. */
type WantedSchedule = Pick<LinkForm, "startsAt" | "endsAt" | "afterUrl">;

/** A link's times as a form wants them; what it leaves out stays as it is. */
function scheduleOf(wanted: WantedSchedule, present: Partial<Schedule>): Schedule {
	return {
		startsAt: timeOf(wanted.startsAt, present.startsAt ?? null),
		endsAt: timeOf(wanted.endsAt, present.endsAt ?? null),
		afterUrl: wanted.afterUrl === undefined ? (present.afterUrl ?? null) : wanted.afterUrl,
	};
}

/** @throws AppError "invalid" where times that came contradict each other, or those that stay (P187) */
function requirePossible({ startsAt, endsAt, afterUrl }: WantedSchedule, schedule: Schedule): void {
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
