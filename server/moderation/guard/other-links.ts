import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import { type ModerationReason, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { BY_LISTS, closedBefore } from "./decisions.ts";
import { pageKey, siteKey } from "./hosts/target-key.ts";

export type Leading = Pick<Link, "targetUrl" | "afterUrl">;
type Other = { other: Leading & Pick<Link, "id" | "disabledAt">; flag: LinkFlagRow | null };

const AT_ONCE = 500;

/**
 * Blocks the owner's other links to the same page, and those flagged for the same brand (P460). Their flags say that
 * another link was closed.
 * @returns their ids
 */
export async function closeOthers(
	tx: Tx,
	link: Link,
	{ brands, at }: { brands: string[]; at: Date },
): Promise<number[]> {
	const pages = new Set(addressesOf(link).map(pageKey));
	const rows = (await othersOf(tx, link)).flatMap(({ other, flag }) => {
		if (flag?.state === "blocked" && flag.decidedAt) return [];
		const page = addressesOf(other).find((url) => pages.has(pageKey(url)));
		const brand = flag?.state === "flagged" ? brandsOf(flag.reasons).find((one) => brands.includes(one)) : undefined;
		if (!page && brand === undefined) return [];
		const why: ModerationReason = page
			? closedBefore(page)
			: { code: "closed-before", words: [], ...(brand && { brand }), evidence: "closed" };
		const reasons = [...(flag?.reasons ?? []), why];
		// An empty hash matches no content: the next change requests a review.
		return {
			linkId: other.id,
			state: "blocked" as const,
			evidence: "closed" as const,
			reasons,
			contentHash: "",
			flaggedAt: at,
			decidedAt: at,
		};
	});
	for (let done = 0; done < rows.length; done += AT_ONCE) {
		await tx
			.insert(linkFlags)
			.values(rows.slice(done, done + AT_ONCE))
			.onConflictDoUpdate({
				target: linkFlags.linkId,
				set: {
					...{ state: "blocked", evidence: "closed", reasons: sql`excluded.reasons` },
					...{ decidedAt: at, note: null },
				},
			});
	}
	return rows.map(({ linkId }) => linkId);
}

/**
 * Reopens links closed because of another one, unless a decision still requires it; earlier flags return. @returns
 * their ids
 */
export async function openOthers(tx: Tx, userId: string): Promise<number[]> {
	const isOf = and(eq(linkDecisions.userId, userId), eq(linkDecisions.state, "blocked"));
	const rows = await tx.select().from(linkDecisions).where(isOf);
	const decided = new Set(rows.map(({ target, brand }) => target || brand));
	const found = await tx
		.select({ other: links, flag: linkFlags })
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.where(and(eq(links.userId, userId), eq(linkFlags.state, "blocked"), isNotNull(linkFlags.decidedAt)));
	const free = found.filter(
		({ other, flag }) =>
			isByOther(flag) && ![...sitesOf(other), ...brandsOf(flag.reasons)].some((key) => decided.has(key)),
	);
	for (const { other, flag } of free) {
		const isIt = eq(linkFlags.linkId, other.id);
		const reasons = flag.reasons.filter(({ code }) => code !== "closed-before");
		// Links blocked only by a list stay the list's.
		const state = reasons.every(({ code }) => BY_LISTS.has(code)) ? "blocked" : "flagged";
		if (reasons.length === 0) await tx.delete(linkFlags).where(isIt);
		else {
			const { evidence = "words" } = worstOf(reasons) ?? {};
			await tx.update(linkFlags).set({ state, reasons, evidence, decidedAt: null }).where(isIt);
		}
	}
	return free.map(({ other }) => other.id);
}

/** The owner's other links, including deleted ones, which can be restored. */
export function othersOf(tx: Tx, { id, userId }: Pick<Link, "id" | "userId">): Promise<Other[]> {
	const { targetUrl, afterUrl, disabledAt } = links;
	return tx
		.select({ other: { id: links.id, targetUrl, afterUrl, disabledAt }, flag: linkFlags })
		.from(links)
		.leftJoin(linkFlags, eq(linkFlags.linkId, links.id))
		.where(and(eq(links.userId, userId), ne(links.id, id)))
		.orderBy(links.id);
}

/** Whether an operator closed this link itself. */
export function isClosed({ other, flag }: Other): boolean {
	return other.disabledAt !== null || (flag?.state === "blocked" && flag.decidedAt !== null && !isByOther(flag));
}

/** The keys of a link's targets. */
export function sitesOf(link: Leading): string[] {
	return [...new Set(addressesOf(link).map(siteKey))];
}

export function brandsOf(reasons: ModerationReason[]): string[] {
	return [...new Set(reasons.flatMap(({ brand }) => brand ?? []))];
}

function isByOther({ reasons }: Pick<LinkFlagRow, "reasons">): boolean {
	return reasons.some(({ code }) => code === "closed-before");
}

/** The addresses that a link leads to over time. */
export function addressesOf({ targetUrl, afterUrl }: Leading): URL[] {
	return [targetUrl, afterUrl].flatMap((address) => (address === null ? [] : (parseWebAddress(address) ?? [])));
}
