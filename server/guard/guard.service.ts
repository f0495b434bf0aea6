import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/auth/own-link.ts";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import { yieldAfterSlice } from "#server/work/time-slice.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import { shownHost } from "#shared/cards/shown-host.ts";
import { type GuardReason, type LinkFlag, reasonText, worstOf } from "#shared/guard/guard-reason.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { contentHash, judgedContent, type LinkContent } from "./content.ts";
import { type JudgedCard, type Judgement, judgeCard, judgementOf, type ReadTexts, readTexts } from "./judge.ts";

/**
 * A link's judgement; `error` is the message to its owner if it is blocked, `revision` that of the lists that were read.
 */
export type LinkJudgement = Judgement & { error: AppError | null; revision: number };
export type Guard = ReturnType<typeof createGuardService>;

type Options = {
	db: Db;
	now: () => Date;
	/** What lists say of an address. */
	listed?: (url: URL) => GuardReason[];
	/** Changes with what `listed` says: an older judgement is none any more. */
	listsRevision?: () => number;
	/** Asks what lists have to know of addresses, for a moment at most. */
	lookUp?: ((urls: readonly URL[]) => Promise<void>) | undefined;
};

/** Judged at the start, so that the first save doesn't pay for compiling patterns. */
const LIKELY = {
	title: "PayPal",
	description: "Verify your account",
	slug: "a",
	targetUrl: "https://a-paypal.example/",
};
const FINE = { verdict: "fine" as const, score: 0, reasons: [], error: null };

/** Judges what is saved of a link, and keeps what is suspicious for operators (P380 to P384). */
export function createGuardService({ db, now, listed = () => [], listsRevision = () => 0, lookUp }: Options) {
	judgeCard(LIKELY);

	/** Has lists find out what they have to know of a link's targets, before a transaction judges it. Never rejects. */
	async function prepare({ targetUrl, afterUrl }: { targetUrl: string; afterUrl: string | null }): Promise<void> {
		await lookUp?.([targetUrl, afterUrl].flatMap((address) => (address && parseWebAddress(address)) || []));
	}

	/** The worst of what the link shows and where it leads. A stranger's text costs visitors no more than a time slice. */
	async function judge(content: LinkContent): Promise<LinkJudgement> {
		const { texts, targets } = judgedContent(content);
		const revision = listsRevision();
		let worst: LinkJudgement = { ...FINE, revision };
		for (const text of texts) {
			await yieldAfterSlice();
			const read = readTexts(text);
			for (const targetUrl of targets) {
				await yieldAfterSlice();
				const card = { ...text, targetUrl };
				const judgement = withLists(card, read);
				if (judgement.score <= worst.score) continue;
				worst = { ...judgement, revision, error: judgement.verdict === "blocked" ? blocked(card, judgement) : null };
			}
		}
		return worst;
	}

	/** Whether the lists still say what they said when this was judged. */
	function isCurrent({ revision }: LinkJudgement): boolean {
		return revision === listsRevision();
	}

	function withLists(card: JudgedCard, read: ReadTexts): Judgement {
		const judgement = judgeCard(card, read);
		const more = listed(new URL(card.targetUrl));
		return more.length === 0 ? judgement : judgementOf([...judgement.reasons, ...more]);
	}

	/** Keeps the flags of new links, in the transaction that makes them. */
	async function keepNew(
		tx: Tx,
		made: { link: Link; cards: LinkContent["cards"]; judgement: LinkJudgement }[],
	): Promise<void> {
		const flags = made
			.filter(({ judgement }) => judgement.verdict !== "fine")
			.map(({ link, cards, judgement }) => flagOf(link.id, { ...link, cards }, judgement));
		if (flags.length > 0) await tx.insert(linkFlags).values(flags);
	}

	/**
	 * Judges a link in the transaction that changes it. An operator's decision on the same content stays.
	 * @throws AppError "impersonation" or "unsafe_target" where it is blocked
	 */
	async function check(tx: Tx, link: Link): Promise<LinkFlag | null> {
		const cards = await tx.select().from(linkCards).where(eq(linkCards.linkId, link.id));
		const content = { ...link, cards };
		const judgement = await judge(content);
		const isIt = eq(linkFlags.linkId, link.id);
		const [known] = await tx.select().from(linkFlags).where(isIt);
		if (known && known.contentHash === contentHash(content)) {
			const isUndecided = known.state === "flagged";
			if (isUndecided && judgement.verdict === "fine") await tx.delete(linkFlags).where(isIt);
			return isUndecided && judgement.verdict === "fine" ? null : presentFlag(known);
		}
		if (judgement.error) throw judgement.error;
		if (known) await tx.delete(linkFlags).where(isIt);
		if (judgement.verdict === "fine") return null;
		const flag = flagOf(link.id, content, judgement);
		await tx.insert(linkFlags).values(flag);
		return presentFlag({ ...flag, reviewAskedAt: null, decidedAt: null });
	}

	function flagOf(linkId: number, content: LinkContent, { score, reasons }: Judgement) {
		return { linkId, state: "flagged" as const, score, reasons, contentHash: contentHash(content), flaggedAt: now() };
	}

	/** What the owner sees of a link's flag. */
	async function find(linkId: number): Promise<LinkFlag | null> {
		const [flag] = await db.select().from(linkFlags).where(eq(linkFlags.linkId, linkId));
		return flag ? presentFlag(flag) : null;
	}

	/**
	 * The owner asks an operator to look at a flagged link; once is enough until the operator decides.
	 * @throws AppError "not_found" for a missing, deleted or foreign link, "conflict" for one that isn't flagged
	 */
	async function askReview(ownerId: string, linkId: number): Promise<LinkFlag> {
		const [link] = await db.select({ id: links.id }).from(links).where(isOwnLink(ownerId, linkId));
		if (!link) throw linkNotFound();
		const isOpen = and(eq(linkFlags.linkId, linkId), ne(linkFlags.state, "cleared"));
		await db
			.update(linkFlags)
			.set({ reviewAskedAt: now() })
			.where(and(isOpen, or(isNull(linkFlags.reviewAskedAt), lte(linkFlags.reviewAskedAt, linkFlags.decidedAt))));
		const [flag] = await db.select().from(linkFlags).where(isOpen);
		const shown = flag && presentFlag(flag);
		if (!shown) throw new AppError("link_not_flagged", "This link isn't flagged.");
		return shown;
	}

	return { prepare, judge, isCurrent, keepNew, check, find, askReview };
}

type Shown = Pick<typeof linkFlags.$inferSelect, "state" | "reasons" | "reviewAskedAt" | "decidedAt">;

function presentFlag({ state, reasons, reviewAskedAt, decidedAt }: Shown): LinkFlag | null {
	if (state === "cleared") return null;
	const isDecided = reviewAskedAt !== null && decidedAt !== null && decidedAt >= reviewAskedAt;
	return { state, reasons, reviewAskedAt: isDecided ? null : (reviewAskedAt?.toISOString() ?? null) };
}

function blocked(card: JudgedCard, { reasons }: Judgement): AppError {
	const worst = worstOf(reasons);
	const host = shownHost(card.targetUrl);
	if (!worst) return new AppError("unsafe_target", "You can't make a link to this address", { field: "targetUrl" });
	const text = reasonText(worst, host);
	const isText = worst.code === "impersonation" || worst.code === "look-alike-name";
	if (!isText) return new AppError("unsafe_target", `You can't save this link. ${text}`, { field: "targetUrl" });
	return new AppError("impersonation", `You can't save this card. ${text}`, { field: fieldOf(card, worst) });
}

/** The field that has the words. */
function fieldOf({ title, description }: JudgedCard, { words: [word = ""] }: GuardReason): string {
	if (title.includes(word)) return "title";
	return description.includes(word) ? "description" : "targetUrl";
}
