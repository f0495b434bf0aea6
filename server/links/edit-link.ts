import { linkNotFound } from "#server/account/auth/own-link.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Reading } from "#server/moderation/guard/content.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { cardsOf, type LinkContents, valuesOf } from "./link-contents.ts";
import { domainOfEdited, hostOfLink, lockLiveDomains } from "./link-domains.ts";
import { isOwn } from "./link-slug.ts";
import type { LinkWriter } from "./link-writer.ts";
import type { Owner, OwnLink, Submission } from "./links.service.ts";
import { linkRevision, type Revised } from "./present-link.ts";

export type LinkEditOptions = {
	db: Db;
	now: () => Date;
	contents: LinkContents;
	/** Uploaded images are kept as long as the owner of a link that has ever shown them has an account. */
	storedImages: Pick<ImageService, "requireShown">;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	writer: Pick<LinkWriter, "create" | "change" | "queued">;
	moderation: Pick<Moderation, "prepare" | "readAhead" | "contentOf" | "check" | "find">;
	find: (owner: Owner, linkSlug: string) => Promise<OwnLink>;
};
/** `revision`: of the link that the edit started from; null skips the check. */
type Edit = Submission & { revision?: string | null };

/** Creates the edit of a link and its cards, in one transaction (P134, P345). */
export function createLinkEdit({ db, contents, storedImages, linkCache, writer, moderation, find }: LinkEditOptions) {
	return update;

	/**
	 * An omitted slug is kept; a trigger turns a replaced one into an alias (P320).
	 * @throws AppError "changed" if the link was edited since this edit began, "too_many_aliases", and as `create`
	 */
	async function update(owner: Owner, linkSlug: string, { revision = null, ...submission }: Edit): Promise<OwnLink> {
		const { planId, form } = submission;
		const present = await find(owner, linkSlug);
		const { wanted, content, writeCards } = await contents.judge(owner, submission, present);
		const values = valuesOf(wanted, { planId, present });
		await moderation.prepare({ ...content, afterUrl: wanted.afterUrl ?? null });
		const reading = await readAhead(present, { ...content, ...values }, submission);
		const { before, after, flag } = await writer.queued(owner, async (tx) => {
			// Lock order as in the link writer and account deletion: the owner's row, domains, then links and images.
			await lockOwner(tx, owner.id);
			const live = await lockLiveDomains(tx, owner.id);
			const [before] = await tx.select().from(links).where(isOwn(owner, linkSlug)).for("update");
			if (!before) throw linkNotFound();
			if (before.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			const edited = {
				...content,
				...valuesOf(wanted, { planId, present: before }),
				linkSlug: form.customLinkSlug ?? before.linkSlug,
				domainId: domainOfEdited(live, form.domain, before),
			};
			if (revision !== null) requireUnchanged({ before, edited, revision });
			await writeCards?.(tx, before.id);
			const { imageUrl } = content;
			if (imageUrl !== before.imageUrl) await storedImages.requireShown(tx, { imageUrl, userId: owner.id });
			const after = await writer.change(tx, before, edited);
			return { before, after, flag: await moderation.check(tx, after, reading) };
		});
		linkCache.invalidate(owner.userSlug, before.linkSlug);
		linkCache.invalidate(owner.userSlug, after.linkSlug);
		return { ...after, isDisabled: false, domain: await hostOfLink(db, after), flag };
	}

	async function readAhead(present: Link, values: Partial<Link>, submission: Submission): Promise<Reading> {
		const { form, cards: edits = new Map() } = submission;
		const stored = await moderation.contentOf(present);
		const linkSlug = form.customLinkSlug ?? present.linkSlug;
		const isRenamed = linkSlug.toLowerCase() !== present.linkSlug.toLowerCase();
		const aliases = [...stored.aliases, ...(isRenamed ? [present.linkSlug] : [])].filter(
			(alias) => alias.toLowerCase() !== linkSlug.toLowerCase(),
		);
		const kept = stored.cards.filter(({ target }) => !edits.has(target));
		const cards = [...kept, ...cardsOf(submission)];
		return moderation.readAhead(present.userId, { ...stored, ...values, linkSlug, aliases, cards });
	}
}

/** Saving what is already stored is no conflict: the first response may have been lost. */
function requireUnchanged({ before, edited, revision }: { before: Link; edited: Revised; revision: string }): void {
	const present = linkRevision(before);
	if (present !== revision && present !== linkRevision(edited)) throw new AppError("changed", LINK_CHANGED);
}
