import { eq } from "drizzle-orm";
import { withCardsToCome } from "#server/moderation/guard/content.ts";
import type { LinkJudgement, Moderation } from "#server/moderation/guard/moderation.service.ts";
import { shownReasons } from "#server/moderation/guard/present-flag.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type NewAccountLimits, remainingQuota } from "./link-quota.ts";
import type { NewLink } from "./new-link.ts";

type Options = {
	db: Db;
	now: () => Date;
	moderation: Pick<Moderation, "read" | "judgeRead" | "ownerOf" | "namesOf">;
	newAccountLimits: NewAccountLimits;
};
type Reads = { planId: string; signal?: AbortSignal };

export function createLinkReadings({ db, now, moderation, newAccountLimits }: Options) {
	/**
	 * Moderates links before the transaction that creates them; those beyond a limit are left unread.
	 * @returns the same links, in order
	 * @throws the reason of `signal` as soon as it is aborted
	 */
	async function read({ id }: Pick<User, "id">, wanted: NewLink[], { planId, signal }: Reads): Promise<NewLink[]> {
		if (wanted.length === 0) return wanted;
		const [owner] = await db.select().from(users).where(eq(users.id, id));
		if (!owner) return wanted;
		const at = now();
		const room = await remainingQuota(db, owner, { planId, at });
		const beyond = await newAccountLimits(db, owner, { targets: wanted.map(({ targetUrl }) => targetUrl), at });
		const names = await moderation.namesOf(db, id);
		const readLinks: NewLink[] = [];
		for (const [n, link] of wanted.entries()) {
			signal?.throwIfAborted();
			readLinks.push(
				n >= room || beyond[n] ? link : { ...link, reading: await moderation.read(withCardsToCome(link), names) },
			);
		}
		return readLinks;
	}

	/** Moderation results for future links, in order; null for those beyond a limit. */
	async function judge(owner: Pick<User, "id">, wanted: NewLink[], options: Reads) {
		const moderatedOwner = await moderation.ownerOf(db, owner.id);
		const validated: (LinkJudgement | null)[] = [];
		for (const link of await read(owner, wanted, options)) {
			await yieldAfterSlice();
			const judgement =
				link.reading && (await moderation.judgeRead(withCardsToCome(link), link.reading, moderatedOwner));
			validated.push(judgement ? { ...judgement, reasons: shownReasons(judgement.reasons, moderatedOwner) } : null);
		}
		return validated;
	}

	return { read, judge };
}
