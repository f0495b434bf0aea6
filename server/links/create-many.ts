import { AppError } from "#server/platform/http/app-error.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { Joined } from "./idempotency-keys.ts";
import { quotaExceeded, requireRoomToday } from "./link-quota.ts";
import { slugTaken } from "./link-slug.ts";
import type { LinkWriter } from "./link-writer.ts";
import type { Links, Owner, Submission } from "./links.service.ts";
import type { NewLink, Written } from "./new-link.ts";

type Options = {
	now: () => Date;
	links: Pick<Links, "newLink">;
	writer: Pick<LinkWriter, "read" | "transaction">;
};
type Asked = { planId: string; joined: Joined; signal: AbortSignal };

export type CreateMany = ReturnType<typeof createManyLinks>;

/** Creates the creation of many links in one transaction, as an import's batch. */
export function createManyLinks({ now, links, writer }: Options) {
	/**
	 * Creates each valid link, and passes every result to `joined`: the new id, or the error. Links that already have an error keep it.
	 * @throws AppError "daily_link_limit", "unauthenticated" (account deleted meanwhile)
	 */
	return async (owner: Owner, asked: (Submission | AppError)[], { planId, joined, signal }: Asked): Promise<void> => {
		const validated: (NewLink | AppError)[] = [];
		for (const each of asked) {
			signal.throwIfAborted();
			await yieldAfterSlice();
			validated.push(each instanceof AppError ? each : await orRefused(validate(owner, each)));
		}
		const wanted = validated.flatMap((each) => (each instanceof AppError ? [] : each));
		const readLinks = await writer.read(owner, wanted, { planId, signal });
		const isDone = await writer.transaction(owner, async ({ tx, write }) => {
			await joined.begin(tx);
			if (readLinks.length > 0) await requireRoomToday(tx, owner, { planId, at: now() });
			const written = await write(readLinks, planId);
			const made = validated.map((each) => (each instanceof AppError ? each : madeOf(written.shift(), planId)));
			await joined.end(tx, made);
			return true;
		});
		if (!isDone) throw new AppError("unauthenticated", "Unauthorized");
	};

	async function validate(owner: Owner, submission: Submission): Promise<NewLink> {
		const { link } = await links.newLink(owner, submission);
		return { ...link, isWhole: true };
	}
}

/** A refusal of one link is no failure of the others. */
async function orRefused<T>(work: Promise<T>): Promise<T | AppError> {
	return work.catch((error: unknown) => {
		if (error instanceof AppError && error.status < 500) return error;
		throw error;
	});
}

function madeOf(written: Written | undefined, planId: string): number | AppError {
	if (!written) return quotaExceeded(planId);
	if ("link" in written) return written.link.id;
	if (written.refused === "blocked") return written.error;
	return written.refused === "no room" ? quotaExceeded(planId) : slugTaken();
}
