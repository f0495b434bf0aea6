import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, inArray, or, type SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { contentHash } from "../content.ts";
import { BY_LISTS } from "../decisions.ts";
import { addressesOf, type Leading } from "../other-links.ts";

const AT_ONCE = 1_000;
const RESTED_EVERY = 100;

type Options = {
	db: Db;
	now: () => Date;
	listed: (url: URL) => ModerationReason[];
	/** Whether a reason may still apply although `listed` lacks it, because its list can't be checked yet. */
	isUnsure: (reason: ModerationReason, url: URL) => boolean;
};

/** Blocks listed live links, and reopens those no longer listed (P386), except where an operator decided. */
export function createLiveLinks({ db, now, listed, isUnsure }: Options) {
	async function compareAll(): Promise<void> {
		await blockListed();
		await openUnlisted();
	}

	/** Blocks links to these addresses if listed, and reopens those no longer listed. */
	async function compareThose(addresses: readonly string[]): Promise<void> {
		if (addresses.length > 0) {
			await blockListed(or(inArray(links.targetUrl, [...addresses]), inArray(links.afterUrl, [...addresses])));
		}
		await openUnlisted();
	}

	async function blockListed(some?: SQL): Promise<void> {
		const { id, targetUrl, afterUrl } = links;
		for (let last = 0; ; ) {
			const found = await db
				.select({ id, targetUrl, afterUrl })
				.from(links)
				.where(and(gt(id, last), eq(links.deleted, false), some))
				.orderBy(asc(id))
				.limit(AT_ONCE);
			for (const [n, link] of found.entries()) {
				if (n % RESTED_EVERY === 0) await setImmediate();
				const reasons = reasonsOf(link);
				if (reasons.length > 0) await block(db, link.id, { reasons, at: now() });
			}
			last = found.at(-1)?.id ?? last;
			if (found.length < AT_ONCE) return;
		}
	}

	function reasonsOf(link: Leading): ModerationReason[] {
		const reasons = addressesOf(link).flatMap(listed);
		return [...new Map(reasons.map((reason) => [`${reason.code} ${reason.words.join()}`, reason])).values()];
	}

	async function openUnlisted(): Promise<void> {
		const blocked = await db
			.select({ flag: linkFlags, link: links })
			.from(linkFlags)
			.innerJoin(links, eq(links.id, linkFlags.linkId))
			.where(eq(linkFlags.state, "blocked"));
		for (const { flag, link } of blocked) {
			const isByList = flag.decidedAt === null && flag.reasons.every(({ code }) => BY_LISTS.has(code));
			if (!isByList || reasonsOf(link).length > 0) continue;
			if (addressesOf(link).some((url) => flag.reasons.some((reason) => isUnsure(reason, url)))) continue;
			await db.delete(linkFlags).where(and(eq(linkFlags.linkId, link.id), eq(linkFlags.contentHash, flag.contentHash)));
		}
	}

	return { compareAll, compareThose };
}

async function block(
	db: Db,
	linkId: number,
	{ reasons, at }: { reasons: ModerationReason[]; at: Date },
): Promise<void> {
	await db.transaction(async (tx) => {
		const [link] = await tx.select().from(links).where(eq(links.id, linkId)).for("update");
		if (!link || link.deleted) return;
		const cards = await tx.select().from(linkCards).where(eq(linkCards.linkId, linkId));
		const hash = contentHash({ ...link, cards });
		const [known] = await tx.select().from(linkFlags).where(eq(linkFlags.linkId, linkId));
		if (known?.state === "blocked" && known.decidedAt) return;
		if (known && known.contentHash === hash && (known.decidedAt || known.state === "blocked")) return;
		const stored = { reasons, contentHash: hash, flaggedAt: at, decidedAt: null };
		const flag = { state: "blocked" as const, evidence: "closed" as const, ...stored };
		await tx
			.insert(linkFlags)
			.values({ linkId, ...flag })
			.onConflictDoUpdate({ target: linkFlags.linkId, set: flag });
	});
}
