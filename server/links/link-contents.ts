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
import { domainOfNew, liveDomains } from "./link-domains.ts";
import type { CardsOfEdit, EditedContent, Owner, Submission } from "./links.service.ts";

type Options = {
	db: Db;
	judgeTargets: TargetJudge;
	originals: Pick<Originals, "imageFor">;
	cards: CardsOfEdit;
};

export type LinkContents = ReturnType<typeof createLinkContents>;

/** Creates the validation of a link form, up to values ready to store (P46 to P62). */
export function createLinkContents({ db, judgeTargets, originals, cards }: Options) {
	/**
	 * Validates a form with its files; the images are stored when this returns.
	 * @param present the link being edited, whose content stays where the form leaves it out
	 * @returns the form with a normalized `afterUrl`, for `valuesOf`; target and image as stored; a function that writes
	 * its cards
	 */
	async function judge(owner: Owner, submission: EditedContent, present: Partial<Link> = {}) {
		const { planId, form, upload, cards: edits = new Map() } = submission;
		const { imageUrl: named = null, imageCut: cut = null, targetUrl: target, afterUrl } = form;
		requirePlanFor(planId, { wanted: { linkSlug: form.customLinkSlug ?? null }, present });
		const hasImage = upload !== undefined || named !== null || cut !== null;
		const unnamed = form.imageUrl === undefined ? (present.imageUrl ?? null) : null;
		const [wanted, targetUrl, , , imageUrl, writeCards] = await allOrRefused([
			async () => {
				const wanted = { ...form, afterUrl: afterUrl ? await validated("afterUrl", afterUrl) : afterUrl };
				valuesOf(wanted, { planId, present });
				return wanted;
			},
			() => (target === undefined ? (present.targetUrl ?? "") : validated("targetUrl", target)),
			() => requireDomain(owner, form.domain),
			() => {
				if (form.imageSource === "ai") throw notGenerated();
			},
			() => (hasImage ? originals.imageFor({ userId: owner.id, upload, imageUrl: named, cut }) : unnamed),
			() => (edits.size > 0 ? cards.validated(owner, planId, edits) : undefined),
		]);
		return { wanted, content: { targetUrl, imageUrl, imageSource: "upload" }, writeCards };
	}

	/** @throws AppError "domain_not_verified" */
	async function requireDomain(owner: Owner, domain: string | null | undefined): Promise<void> {
		if (!domain) return;
		const { refused } = domainOfNew(await liveDomains(db, owner.id), domain);
		if (refused) throw refused;
	}

	/** The normalized URL of an allowed target. @throws AppError "invalid_url", "website_not_allowed" */
	async function validated(field: keyof Targets, address: string): Promise<string> {
		const [refused] = await judgeTargets(db, [{ [field]: address }]);
		if (refused) throw refused;
		return new URL(address).href;
	}

	return { judge };
}

export function cardsOf({ cards = new Map() }: Pick<Submission, "cards">) {
	return [...cards.values()].flatMap((sent) => sent?.form ?? []);
}

function notGenerated(): AppError {
	return new AppError("image_not_generated", "Generated images are not available yet", { field: "imageSource" });
}

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
	| "domainId"
	| "formerDomainIds"
	| "externalId";

/** The columns that the owner edits. New columns of the table belong here unless `KeptByUs` names them. */
type EditedColumn = Exclude<keyof Link, KeptByUs>;
const DESCRIBED: Record<EditedColumn, { plan: PlanFeature | null; form: { name: string } | null }> = LINK_FIELDS;

type Values = { [Name in LinkField]?: Link[Name] | null };

/**
 * Setting or changing a field requires the plan in `LINK_FIELDS`; existing values may stay or be removed.
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
 * A form's texts and times as stored; omitted fields don't change.
 * @param form with a validated and normalized `afterUrl`
 * @throws AppError "plan_required", and "invalid" for contradictory times (P187)
 */
export function valuesOf(
	form: Texts & WantedSchedule,
	{ planId, present = {} }: { planId: string; present?: Partial<Link> },
): Pick<Link, TextField> & Schedule {
	const values = { ...textsOf(form, present), ...scheduleOf(form, present) };
	requirePlanFor(planId, { wanted: values, present });
	requirePossible(form, values);
	return values;
}

function textsOf(form: Texts, present: Partial<Link>): Pick<Link, TextField> {
	return Object.fromEntries(
		TEXT_FIELDS.map((name) => [name, form[name] === undefined ? (present[name] ?? null) : form[name]]),
	) as Pick<Link, TextField>;
}

function comparable(value: Values[LinkField]): string | number | null {
	if (value instanceof Date) return value.getTime();
	return Array.isArray(value) ? value.join() || null : (value ?? null);
}

type Texts = { [Name in TextField]?: LinkForm[Name] | undefined };
type Schedule = Pick<Link, "startsAt" | "endsAt" | "afterUrl">;
type WantedSchedule = Pick<LinkForm, "startsAt" | "endsAt" | "afterUrl">;

function scheduleOf(wanted: WantedSchedule, present: Partial<Schedule>): Schedule {
	return {
		startsAt: timeOf(wanted.startsAt, present.startsAt ?? null),
		endsAt: timeOf(wanted.endsAt, present.endsAt ?? null),
		afterUrl: wanted.afterUrl === undefined ? (present.afterUrl ?? null) : wanted.afterUrl,
	};
}

/** @throws AppError "invalid" if the new times contradict each other or existing ones (P187) */
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
