import { and, asc, eq, gt } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import type { GuardReason } from "#shared/guard/guard-reason.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { contentHash } from "../content.ts";

const AT_ONCE = 1_000;

type Options = { db: Db; now: () => Date; listed: (url: URL) => GuardReason[] };

/**
 * Blocks live links that a list names, and opens those again that no list names any more (P386). What an operator decided
 * stays; nothing is deleted. Several processes may do it at once.
 */
export async function compareLiveLinks({ db, now, listed }: Options): Promise<void> {
	const { id, targetUrl, afterUrl } = links;
	for (let last = 0; ; ) {
		const found = await db
			.select({ id, targetUrl, afterUrl })
			.from(links)
			.where(and(gt(id, last), eq(links.deleted, false)))
			.orderBy(asc(id))
			.limit(AT_ONCE);
		for (const link of found) {
			const reasons = reasonsOf(link, listed);
			if (reasons.length > 0) await block(db, link.id, { reasons, at: now() });
		}
		last = found.at(-1)?.id ?? last;
		if (found.length < AT_ONCE) break;
	}
	await openUnlisted(db, listed);
}

function reasonsOf(
	{ targetUrl, afterUrl }: Pick<Link, "targetUrl" | "afterUrl">,
	listed: Options["listed"],
): GuardReason[] {
	const reasons = [targetUrl, afterUrl].flatMap((address) => {
		const url = address === null ? null : parseWebAddress(address);
		return url ? listed(url) : [];
	});
	return [...new Map(reasons.map((reason) => [reason.words[0], reason])).values()];
}

async function block(db: Db, linkId: number, { reasons, at }: { reasons: GuardReason[]; at: Date }): Promise<void> {
	await db.transaction(async (tx) => {
		const [link] = await tx.select().from(links).where(eq(links.id, linkId)).for("update");
		if (!link || link.deleted) return;
		const cards = await tx.select().from(linkCards).where(eq(linkCards.linkId, linkId));
		const hash = contentHash({ ...link, cards });
		const [known] = await tx.select().from(linkFlags).where(eq(linkFlags.linkId, linkId));
		if (known && known.contentHash === hash && (known.decidedAt || known.state === "blocked")) return;
		const score = reasons.reduce((sum, { points }) => sum + points, 0);
		const flag = { state: "blocked" as const, score, reasons, contentHash: hash, flaggedAt: at, decidedAt: null };
		await tx
			.insert(linkFlags)
			.values({ linkId, ...flag })
			.onConflictDoUpdate({ target: linkFlags.linkId, set: flag });
	});
}

/** Those that a list alone had blocked. */
async function openUnlisted(db: Db, listed: Options["listed"]): Promise<void> {
	const blocked = await db
		.select({ flag: linkFlags, link: links })
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.where(eq(linkFlags.state, "blocked"));
	for (const { flag, link } of blocked) {
		const isByList = flag.decidedAt === null && flag.reasons.every(({ code }) => code === "listed");
		if (!isByList || reasonsOf(link, listed).length > 0) continue;
		await db.delete(linkFlags).where(and(eq(linkFlags.linkId, link.id), eq(linkFlags.contentHash, flag.contentHash)));
	}
}
