import { eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { effectOf, type ModerationReason, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import type { LinkContent } from "./content.ts";
import type { Judgement } from "./judge.ts";
import { type LinkOwner, ownerOf } from "./moderated-link.ts";

type Options = {
	db: Db;
	judge: (content: LinkContent, owner: LinkOwner) => Promise<Judgement>;
	/** Asks remote lists, now and later again if they don't answer. */
	ask: (urls: URL[]) => Promise<void>;
};

/** An address of an account that has no card and no trust page to warn by: what is suspicious is refused (P634, P635). */
export function createBareAddresses({ db, judge, ask }: Options) {
	/** Why this account can't send visitors to an address; null if a link there would get neither a warning nor a refusal. */
	async function reasonAgainstTarget(userId: string, url: URL): Promise<ModerationReason | null> {
		const owner = await ownerOf(db, userId);
		const worst = await worstReason(url, owner);
		return worst && effectOf(worst.evidence, owner.isTrusted) !== "none" ? worst : null;
	}

	/** Why this account can't have links on a host. Only an operator's trust counts: a look-alike is paid for easily. */
	async function reasonAgainstHost(userId: string, host: string): Promise<ModerationReason | null> {
		const worst = await worstReason(new URL(`https://${host}/`), await ownerOf(db, userId));
		if (!worst || worst.evidence === "closed") return worst;
		const [owner] = await db.select({ trustedAt: users.trustedAt }).from(users).where(eq(users.id, userId));
		return owner?.trustedAt ? null : worst;
	}

	async function worstReason(url: URL, owner: LinkOwner): Promise<ModerationReason | null> {
		await ask([url]);
		const { reasons } = await judge(bareAddress(url), { ...owner, names: [] });
		return worstOf(reasons) ?? null;
	}

	return { reasonAgainstTarget, reasonAgainstHost };
}

/** An address as the content of a link that says nothing. */
export function bareAddress(url: URL): LinkContent {
	return { title: "", description: "", linkSlug: null, targetUrl: url.href, cards: [] };
}
