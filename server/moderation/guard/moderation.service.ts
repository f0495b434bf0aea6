import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import type { AppError } from "#server/platform/http/app-error.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import {
	type CardHint,
	effectOf,
	isStronger,
	type LinkFlag,
	type ModerationReason,
	worstOf,
} from "#shared/moderation/guard/moderation-reason.ts";
import { createBareAddresses } from "./bare-address.ts";
import { contentHash, createLinkReader, type LinkContent, type Reading } from "./content.ts";
import { NO_DECISIONS } from "./decisions.ts";
import { type Judgement, judgeCard, judgementOf } from "./judge.ts";
import { contentOf, isOwnSite, type LinkOwner, namesOf, ownerOf } from "./moderated-link.ts";
import { addressesOf, type Leading } from "./other-links.ts";
import { createOwnName } from "./own-name.ts";
import { NO_PAGES, notePage, type SeenPage } from "./page-signs.ts";
import { pendingReview, presentFlag } from "./present-flag.ts";
import { refusalOf } from "./refusal.ts";
import { createReviews } from "./reviews.ts";

export type LinkJudgement = Judgement & { error: AppError | null };
export type Moderation = ReturnType<typeof createModerationService>;

type Options = {
	db: Db;
	now: () => Date;
	/** Reasons that lists give against an address. */
	listed?: (url: URL) => ModerationReason[];
	/** Changes whenever `listed` may: older verdicts are outdated. */
	listsRevision?: () => number;
	lookUp?: (urls: readonly URL[]) => Promise<void>;
	askLater?: (urls: readonly URL[]) => void;
};

/** Checked at the start, so that the first save doesn't wait for compiling patterns. */
const LIKELY = {
	title: "PayPal",
	description: "Verify your account",
	slug: "a",
	targetUrl: "https://a-paypal.example/",
};
const NOBODY: LinkOwner = { names: [], decisions: NO_DECISIONS, isTrusted: false, pages: NO_PAGES, domains: [] };
const FINE: LinkJudgement = { verdict: "fine", reasons: [], error: null };

/** Checks saved links, and records suspicious ones for operators (P380 to P384, P546). */
export function createModerationService({
	db,
	now,
	listed = () => [],
	listsRevision = () => 0,
	lookUp,
	askLater,
}: Options) {
	judgeCard(LIKELY);
	const { read, isCurrent } = createLinkReader({ listed, listsRevision });

	/** Prefetches lists' answers about a link's targets before its transaction. Never rejects. */
	async function prepare(link: Leading): Promise<void> {
		await lookUp?.(addressesOf(link));
	}

	/** The worst reason in a link's content, after operators' decisions about its owner. */
	async function judge(content: LinkContent, owner: LinkOwner = NOBODY): Promise<LinkJudgement> {
		return decide(await read(content, owner.names), owner);
	}

	/** Judges a reading made before the transaction; reads the link again if the reading is outdated. */
	async function judgeRead(content: LinkContent, reading: Reading | undefined, owner: LinkOwner) {
		return reading && isCurrent(reading, content, owner.names) ? decide(reading, owner) : judge(content, owner);
	}

	function decide({ found }: Reading, owner: LinkOwner): LinkJudgement {
		const { decisions, isTrusted, pages } = owner;
		let worst = FINE;
		for (const { card, url, reasons } of found) {
			const isOwn = isOwnSite(owner, url);
			const held = reasons.filter(
				({ code, evidence }) => !(isTrusted && code === "common-scam") && !(isOwn && evidence === "words"),
			);
			const judgement = judgementOf(decisions.weigh([...held, ...pages.reasonsOf(url)], url));
			const [present, next] = [worstOf(worst.reasons), worstOf(judgement.reasons)];
			if (!next || (present && !isStronger(next.evidence, present.evidence))) continue;
			worst = { ...judgement, error: judgement.verdict === "blocked" ? refusalOf(card, judgement) : null };
		}
		return worst;
	}

	/** What a save of these texts would find, for the form (P548); remote lists aren't queried. */
	async function hint(userId: string, content: LinkContent): Promise<CardHint> {
		const owner = await ownerOf(db, userId);
		const { reasons, error } = await judge(content, owner);
		const effect = effectOf(worstOf(reasons)?.evidence ?? "words", owner.isTrusted);
		return { reasons, effect, ...(error && { refusal: error.message }) };
	}

	async function readAhead(userId: string, content: LinkContent): Promise<Reading> {
		return read(content, await namesOf(db, userId));
	}

	async function keepNew(
		tx: Tx,
		made: { link: Link; cards: LinkContent["cards"]; judgement: LinkJudgement }[],
	): Promise<void> {
		const flags = made.flatMap(({ link, cards, judgement }) => flagOf(link.id, { ...link, cards }, judgement) ?? []);
		if (flags.length > 0) await tx.insert(linkFlags).values(flags);
		for (const { link } of made) askLater?.(addressesOf(link));
	}

	/**
	 * Checks a link in its transaction, under the owner's row lock. Decisions on the same content stay, and so do
	 * operators' blocks (P462).
	 * @param reading of `readAhead`, to avoid reading under the lock
	 * @throws AppError "impersonation" or "unsafe_target" if blocked
	 */
	async function check(tx: Tx, link: Link, reading?: Reading): Promise<LinkFlag | null> {
		askLater?.(addressesOf(link));
		const content = await contentOf(tx, link);
		const owner = await ownerOf(tx, link.userId);
		const isIt = eq(linkFlags.linkId, link.id);
		const [known] = await tx.select().from(linkFlags).where(isIt);
		if (known?.state === "blocked" && known.decidedAt) return stayBlocked(tx, known, { content, owner, reading });
		const judgement = await judgeRead(content, reading, owner);
		if (known && known.contentHash === contentHash(content)) {
			const isOver = known.state === "flagged" && judgement.verdict === "fine";
			if (isOver) await tx.delete(linkFlags).where(isIt);
			return isOver ? null : presentFlag(known, owner);
		}
		if (judgement.error) throw judgement.error;
		if (known) await tx.delete(linkFlags).where(isIt);
		const flag = flagOf(link.id, content, judgement);
		if (!flag) return null;
		await tx.insert(linkFlags).values(flag);
		return presentFlag({ ...flag, reviewAskedAt: null, decidedAt: null }, owner);
	}

	/** Removes a link's flag once no reason is left. @param reading as in `check` */
	async function reconsider(tx: Tx, link: Link, reading?: Reading): Promise<void> {
		const isIt = and(eq(linkFlags.linkId, link.id), eq(linkFlags.state, "flagged"));
		const [known] = await tx.select().from(linkFlags).where(isIt);
		if (!known) return;
		const judgement = await judgeRead(await contentOf(tx, link), reading, await ownerOf(tx, link.userId));
		if (judgement.verdict === "fine") await tx.delete(linkFlags).where(isIt);
	}

	type Changed = { content: LinkContent; owner: LinkOwner; reading: Reading | undefined };

	/** A change requests a review. Content that no link may have is refused here, too. */
	async function stayBlocked(tx: Tx, known: LinkFlagRow, { content, owner, reading }: Changed) {
		const hash = contentHash(content);
		if (known.contentHash === hash) return presentFlag(known, owner);
		const { error } = await judgeRead(content, reading, { ...owner, decisions: NO_DECISIONS });
		if (error) throw error;
		const changes = { contentHash: hash, reviewAskedAt: pendingReview(known) ?? now() };
		await tx.update(linkFlags).set(changes).where(eq(linkFlags.linkId, known.linkId));
		return presentFlag({ ...known, ...changes }, owner);
	}

	function flagOf(linkId: number, content: LinkContent, { reasons }: Judgement) {
		const worst = worstOf(reasons);
		if (!worst) return null;
		const found = { state: "flagged" as const, evidence: worst.evidence, reasons };
		return { linkId, ...found, contentHash: contentHash(content), flaggedAt: now() };
	}

	return {
		...{ prepare, read, readAhead, judgeRead, judge, hint, ownerOf, namesOf, keepNew, check, reconsider },
		contentOf: (link: Link) => contentOf(db, link),
		notePage: (userId: string, page: SeenPage) => notePage(db, { ...page, userId, at: now() }),
		...createReviews({ db, now }),
		...createOwnName({ judge }),
		...createBareAddresses({
			...{ db, judge },
			async ask(urls) {
				await lookUp?.(urls);
				askLater?.(urls);
			},
		}),
	};
}
