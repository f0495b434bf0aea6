import { eq } from "drizzle-orm";
import { withCardsToCome } from "#server/moderation/guard/content.ts";
import type { Guard, LinkJudgement } from "#server/moderation/guard/guard.service.ts";
import { shownReasons } from "#server/moderation/guard/present-flag.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { roomOfMonth } from "./link-quota.ts";
import type { NewLink } from "./new-link.ts";
import type { Newcomers } from "./newcomers.ts";

type Options = {
	db: Db;
	now: () => Date;
	guard: Pick<Guard, "read" | "judgeRead" | "ownerOf" | "namesOf">;
	newcomers: Newcomers;
};
type Reads = { planId: string; signal?: AbortSignal };

/** What the guard finds in links before the transaction that makes them. */
export function createLinkReadings({ db, now, guard, newcomers }: Options) {
	/**
	 * Reads links for the guard before the transaction that makes them; those beyond a limit are left as they are.
	 * @returns the same links, in order
	 * @throws the reason of `signal` as soon as it is aborted
	 */
	async function read({ id }: Pick<User, "id">, wanted: NewLink[], { planId, signal }: Reads): Promise<NewLink[]> {
		if (wanted.length === 0) return wanted;
		const [owner] = await db.select().from(users).where(eq(users.id, id));
		if (!owner) return wanted;
		const at = now();
		const room = await roomOfMonth(db, owner, { planId, at });
		const beyond = await newcomers(db, owner, { targets: wanted.map(({ targetUrl }) => targetUrl), at });
		const names = await guard.namesOf(db, id);
		const readLinks: NewLink[] = [];
		for (const [n, link] of wanted.entries()) {
			signal?.throwIfAborted();
			readLinks.push(
				n >= room || beyond[n] ? link : { ...link, reading: await guard.read(withCardsToCome(link), names) },
			);
		}
		return readLinks;
	}

	/** What the guard says of links that aren't made yet, in order; null of those beyond a limit. */
	async function judge(owner: Pick<User, "id">, wanted: NewLink[], options: Reads) {
		const judgedOwner = await guard.ownerOf(db, owner.id);
		const judged: (LinkJudgement | null)[] = [];
		for (const link of await read(owner, wanted, options)) {
			await yieldAfterSlice();
			const judgement = link.reading && (await guard.judgeRead(withCardsToCome(link), link.reading, judgedOwner));
			judged.push(judgement ? { ...judgement, reasons: shownReasons(judgement.reasons, judgedOwner) } : null);
		}
		return judged;
	}

	return { read, judge };
}
