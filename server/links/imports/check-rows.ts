import type { TargetJudge } from "#server/links/judge-target.ts";
import { domainOfNew, liveDomains } from "#server/links/link-domains.ts";
import { remainingQuota } from "#server/links/link-quota.ts";
import type { LinkWriter } from "#server/links/link-writer.ts";
import { tagGiver } from "#server/links/list/account-tags.ts";
import type { NewLink } from "#server/links/new-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { NOT_YOUR_DOMAIN } from "#shared/links/domains/domain-field.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import type { ValidatedRow } from "./judge-row.ts";
import { flagNote, newLinkOf, noteOfTags, noteThatFits, targetsBySlug } from "./row-links.ts";
import { NO_ROOM } from "./waiting-rows.ts";

type Judgement = Awaited<ReturnType<LinkWriter["judge"]>>[number];
type Options = { db: Db; now: () => Date; judgeTargets: TargetJudge; writer: Pick<LinkWriter, "judge"> };
type Asked = { owner: Pick<User, "id">; planId: string; signal: AbortSignal };
export type RowChecker = (validated: ValidatedRow[], asked: Asked) => Promise<void>;

export function createRowChecker({ db, now, judgeTargets, writer }: Options): RowChecker {
	return async (validated, asked) => {
		await refuseTargets(validated);
		await judgeTogether(validated, asked);
		await flag(validated, asked);
	};

	/** Refuses targets that aren't allowed, also those after a link's end. */
	async function refuseTargets(validated: ValidatedRow[]): Promise<void> {
		const rows = validated.filter(({ state }) => state === "create");
		const refusals = await judgeTargets(
			db,
			rows.map(({ content }) => content),
		);
		for (const [n, row] of rows.entries()) {
			const refused = refusals[n];
			if (refused) Object.assign(row, { state: "refused", note: refused.message });
		}
	}

	/** Checks that need all rows: taken and repeated slugs, the account's domains, and the remaining quota of links and tags. */
	async function judgeTogether(validated: ValidatedRow[], { owner, planId }: Asked): Promise<void> {
		const taken = await targetsBySlug(db, owner.id, validated);
		const at = now();
		let room = await remainingQuota(db, owner, { planId, at });
		const limit = tagLimit(planId);
		const giveTags = await tagGiver(db, owner, { wanted: validated.map(({ content }) => content), at, limit });
		const hasDomains = validated.some(({ content }) => content.domain);
		const live = hasDomains ? await liveDomains(db, owner.id) : [];
		const lines = new Map<string, number>();
		for (const row of validated) {
			await yieldAfterSlice();
			if (row.state !== "create") continue;
			const slug = row.content.slug.toLowerCase();
			const target = slug === "" ? undefined : taken.get(slug);
			const earlier = slug === "" ? undefined : lines.get(slug);
			if (target === row.content.targetUrl) Object.assign(row, { state: "same", note: null });
			else if (target !== undefined) Object.assign(row, { state: "refused", note: SLUG_TAKEN });
			else if (earlier) Object.assign(row, { state: "refused", note: `The same slug is on line ${earlier}` });
			else if (domainOfNew(live, row.content.domain).refused)
				Object.assign(row, { state: "refused", note: NOT_YOUR_DOMAIN });
			else if (room <= 0) Object.assign(row, { state: "refused", note: NO_ROOM });
			else {
				room -= 1;
				const { tags } = row.content;
				row.note = noteOfTags(row.note, { areLeftOut: giveTags(tags).length < tags.length, limit });
			}
			if (slug !== "") lines.set(slug, earlier ?? row.line);
		}
	}

	/** Predicts the moderation of each link (P524). */
	async function flag(validated: ValidatedRow[], { owner, planId, signal }: Asked): Promise<void> {
		const rows = validated.filter(({ state }) => state === "create");
		const wanted: NewLink[] = [];
		for (const { content } of rows) {
			await yieldAfterSlice();
			wanted.push(newLinkOf(content));
		}
		const judgements = await writer.judge(owner, wanted, { planId, signal });
		for (const [n, row] of rows.entries()) {
			await yieldAfterSlice();
			Object.assign(row, flagged(row, judgements[n] ?? null));
		}
	}
}

function flagged({ content }: ValidatedRow, judgement: Judgement | null): Partial<ValidatedRow> {
	const code = judgement?.error?.code ?? worstOf(judgement?.reasons ?? [])?.code;
	if (!judgement || !code) return {};
	if (judgement.error) {
		return { state: "refused", note: noteThatFits(judgement.error.message), content: { ...content, code } };
	}
	const flag = flagNote(judgement.reasons, content.targetUrl);
	return { content: { ...content, code, ...(flag && { flag }) } };
}
