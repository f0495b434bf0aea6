import type { Db } from "#server/db/connect.ts";
import { disabledAmong } from "#server/disabling/disabled-hosts.ts";
import { roomOfMonth } from "#server/links/link-quota.ts";
import type { LinkWriter, NewLink } from "#server/links/link-writer.ts";
import { tagGiver } from "#server/links/list/account-tags.ts";
import { yieldAfterSlice } from "#server/work/time-slice.ts";
import type { User } from "#shared/auth/users.table.ts";
import { worstOf } from "#shared/guard/guard-reason.ts";
import { DISABLED_TARGET, SLUG_TAKEN } from "#shared/links/link-form.ts";
import { AFTER_DISABLED } from "#shared/links/link-schedule.ts";
import { tagLimit } from "#shared/plans/plan-features.ts";
import type { JudgedRow } from "./judge-row.ts";
import { flagNote, newLinkOf, noteOfTags, noteThatFits, targetsBySlug } from "./row-links.ts";
import { NO_ROOM } from "./waiting-rows.ts";

type Judgement = Awaited<ReturnType<LinkWriter["judge"]>>[number];
type Options = { db: Db; now: () => Date; writer: Pick<LinkWriter, "judge"> };
/** `signal`: aborted when the client disconnects. */
type Asked = { owner: Pick<User, "id">; planId: string; signal: AbortSignal };
export type RowChecker = (judged: JudgedRow[], asked: Asked) => Promise<void>;

/** Judges rows, in place, by what a single one can't show. */
export function createRowChecker({ db, now, writer }: Options): RowChecker {
	return async (judged, asked) => {
		await refuseDisabled(judged);
		await judgeTogether(judged, asked);
		await flag(judged, asked);
	};

	/** Links to hosts that an operator has disabled (P19), now or once their time is over. */
	async function refuseDisabled(judged: JudgedRow[]): Promise<void> {
		const rows = judged.filter(({ state }) => state === "create");
		const addresses = rows.flatMap(({ content: { targetUrl, afterUrl } }) =>
			afterUrl ? [targetUrl, afterUrl] : targetUrl,
		);
		const disabled = await disabledAmong(db, [...new Set(addresses.map(originOf))]);
		const isDisabled = (address: string) => disabled.has(originOf(address));
		for (const row of disabled.size === 0 ? [] : rows) {
			const { targetUrl, afterUrl } = row.content;
			if (isDisabled(targetUrl)) Object.assign(row, { state: "refused", note: DISABLED_TARGET });
			else if (afterUrl && isDisabled(afterUrl)) Object.assign(row, { state: "refused", note: AFTER_DISABLED });
		}
	}

	/** What a single row can't show: taken and repeated slugs, and what is left of the month and of tags. */
	async function judgeTogether(judged: JudgedRow[], { owner, planId }: Asked): Promise<void> {
		const taken = await targetsBySlug(db, owner.id, judged);
		const at = now();
		let room = await roomOfMonth(db, owner, { planId, at });
		const limit = tagLimit(planId);
		const giveTags = await tagGiver(db, owner, { wanted: judged.map(({ content }) => content), at, limit });
		const lines = new Map<string, number>();
		for (const row of judged) {
			await yieldAfterSlice();
			if (row.state !== "create") continue;
			const slug = row.content.slug.toLowerCase();
			const target = slug === "" ? undefined : taken.get(slug);
			const earlier = slug === "" ? undefined : lines.get(slug);
			if (target === row.content.targetUrl) Object.assign(row, { state: "same", note: null });
			else if (target !== undefined) Object.assign(row, { state: "refused", note: SLUG_TAKEN });
			else if (earlier) Object.assign(row, { state: "refused", note: `The same slug is on line ${earlier}` });
			else if (room <= 0) Object.assign(row, { state: "refused", note: NO_ROOM });
			else {
				room -= 1;
				const { tags } = row.content;
				row.note = noteOfTags(row.note, { areLeftOut: giveTags(tags).length < tags.length, limit });
			}
			if (slug !== "") lines.set(slug, earlier ?? row.line);
		}
	}

	/** What the guard will say of each link (P524). */
	async function flag(judged: JudgedRow[], { owner, planId, signal }: Asked): Promise<void> {
		const rows = judged.filter(({ state }) => state === "create");
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

function flagged({ content }: JudgedRow, judgement: Judgement | null): Partial<JudgedRow> {
	const code = judgement?.error?.code ?? worstOf(judgement?.reasons ?? [])?.code;
	if (!judgement || !code) return {};
	if (judgement.error) {
		return { state: "refused", note: noteThatFits(judgement.error.message), content: { ...content, code } };
	}
	const flag = flagNote(judgement.reasons, content.targetUrl);
	return { content: { ...content, code, ...(flag && { flag }) } };
}

/** Of an address as `new URL()` wrote it. */
function originOf(address: string): string {
	return address.slice(0, address.indexOf("/", "https://".length));
}
