import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/auth/own-link.ts";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import { shownHost } from "#shared/cards/shown-host.ts";
import { type GuardReason, type LinkFlag, reasonText, worstOf } from "#shared/guard/guard-reason.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { contentHash, type LinkContent } from "./content.ts";
import { NO_DECISIONS } from "./decisions.ts";
import { type JudgedCard, type Judgement, judgeCard, judgementOf } from "./judge.ts";
import { contentOf, type LinkOwner, namesOf, ownerOf } from "./judged-link.ts";
import { createOwnName } from "./own-name.ts";
import { createLinkReader, type Reading } from "./read-link.ts";

/** A link's judgement; `error` is the message to its owner if it is blocked. */
export type LinkJudgement = Judgement & { error: AppError | null };
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
const NOBODY: LinkOwner = { names: [], decisions: NO_DECISIONS };
const FINE: LinkJudgement = { verdict: "fine", score: 0, reasons: [], error: null };

/** Judges what is saved of a link, and keeps what is suspicious for operators (P380 to P384). */
export function createGuardService({ db, now, listed = () => [], listsRevision = () => 0, lookUp }: Options) {
	judgeCard(LIKELY);
	const { read, isCurrent } = createLinkReader({ listed, listsRevision });

	/** Has lists find out what they have to know of a link's targets, before a transaction judges it. Never rejects. */
	async function prepare({ targetUrl, afterUrl }: { targetUrl: string; afterUrl: string | null }): Promise<void> {
		await lookUp?.([targetUrl, afterUrl].flatMap((address) => (address && parseWebAddress(address)) || []));
	}

	/** The worst of what the link shows and where it leads, by what operators have decided about its owner. */
	async function judge(content: LinkContent, owner: LinkOwner = NOBODY): Promise<LinkJudgement> {
		return decide(await read(content, owner.names), owner);
	}

	/**
	 * The same of a reading from before a transaction; where it is outdated, the link is read again.
	 * @param reading undefined reads it now
	 */
	async function judgeRead(content: LinkContent, reading: Reading | undefined, owner: LinkOwner) {
		return reading && isCurrent(reading, owner.names) ? decide(reading, owner) : judge(content, owner);
	}

	function decide({ found }: Reading, { decisions }: LinkOwner): LinkJudgement {
		return found
			.map(({ card, url, reasons }) => ({ card, judgement: judgementOf(decisions.weigh(reasons, url)) }))
			.reduce((worst, { card, judgement }) => {
				if (judgement.score <= worst.score) return worst;
				return { ...judgement, error: judgement.verdict === "blocked" ? blocked(card, judgement) : null };
			}, FINE);
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
	 * Judges a link in the transaction that changes it, under the lock of the owner's row. An operator's decision on the same
	 * content stays, and a link that an operator blocked stays blocked (P462).
	 * @throws AppError "impersonation" or "unsafe_target" where it is blocked
	 */
	async function check(tx: Tx, link: Link): Promise<LinkFlag | null> {
		const content = await contentOf(tx, link);
		const owner = await ownerOf(tx, link.userId);
		const isIt = eq(linkFlags.linkId, link.id);
		const [known] = await tx.select().from(linkFlags).where(isIt);
		if (known?.state === "blocked" && known.decidedAt) return stayBlocked(tx, known, { content, owner });
		const judgement = await judge(content, owner);
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

	/** Takes away the flag of a link for which nothing speaks any more. */
	async function reconsider(tx: Tx, link: Link): Promise<void> {
		const isIt = and(eq(linkFlags.linkId, link.id), eq(linkFlags.state, "flagged"));
		const [known] = await tx.select().from(linkFlags).where(isIt);
		if (!known) return;
		const judgement = await judge(await contentOf(tx, link), await ownerOf(tx, link.userId));
		if (judgement.verdict === "fine") await tx.delete(linkFlags).where(isIt);
	}

	/** A change asks for a review. What no link may say or lead to is refused here, too. */
	async function stayBlocked(
		tx: Tx,
		known: LinkFlagRow,
		{ content, owner }: { content: LinkContent; owner: LinkOwner },
	): Promise<LinkFlag | null> {
		const hash = contentHash(content);
		if (known.contentHash === hash) return presentFlag(known);
		const { error } = await judge(content, { ...owner, decisions: NO_DECISIONS });
		if (error) throw error;
		const changes = { contentHash: hash, reviewAskedAt: pendingReview(known) ?? now() };
		await tx.update(linkFlags).set(changes).where(eq(linkFlags.linkId, known.linkId));
		return presentFlag({ ...known, ...changes });
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

	return {
		prepare,
		read,
		judgeRead,
		judge,
		ownerOf,
		namesOf,
		keepNew,
		check,
		reconsider,
		find,
		askReview,
		...createOwnName({ judge }),
	};
}

type Shown = Pick<LinkFlagRow, "state" | "reasons" | "reviewAskedAt" | "decidedAt">;

function presentFlag(flag: Shown): LinkFlag | null {
	const { state, reasons, decidedAt } = flag;
	if (state === "cleared") return null;
	const reviewAskedAt = pendingReview(flag)?.toISOString() ?? null;
	return { state, reasons, reviewAskedAt, ...(state === "blocked" && decidedAt && { isDecided: true }) };
}

/** When the review was asked for that no operator has decided yet. */
function pendingReview({ reviewAskedAt, decidedAt }: Pick<Shown, "reviewAskedAt" | "decidedAt">): Date | null {
	return reviewAskedAt !== null && decidedAt !== null && decidedAt >= reviewAskedAt ? null : reviewAskedAt;
}

function blocked(card: JudgedCard, { reasons }: Judgement): AppError {
	const worst = worstOf(reasons);
	const host = shownHost(card.targetUrl);
	if (!worst) return new AppError("unsafe_target", "You can't make a link to this address", { field: "targetUrl" });
	const text = reasonText(worst, host);
	const isText = worst.code === "impersonation" || worst.code === "look-alike-name";
	const next = worst.code === "closed-before" ? " Ask for a review of that link, or contact us." : "";
	if (!isText) return new AppError("unsafe_target", `You can't save this link. ${text}${next}`, { field: "targetUrl" });
	return new AppError("impersonation", `You can't save this card. ${text}`, { field: fieldOf(card, worst) });
}

/** The field that has the words. */
function fieldOf({ title, description }: JudgedCard, { words: [word = ""] }: GuardReason): string {
	if (title.includes(word)) return "title";
	return description.includes(word) ? "description" : "targetUrl";
}
