import { linkNotFound } from "#server/account/auth/own-link.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Reading } from "#server/moderation/guard/content.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { cardsOf, type LinkContents, valuesOf } from "./link-contents.ts";
import { domainOfEdited, hostOfLink, lockLiveDomains } from "./link-domains.ts";
import { storedNotes } from "./link-notes.ts";
import { isNamedBy, type LinkName } from "./link-slug.ts";
import type { LinkWriter } from "./link-writer.ts";
import type { EditedContent, Owner, OwnLink } from "./links.service.ts";
import { linkRevision, type Revised } from "./present-link.ts";

export type LinkEditOptions = {
	db: Db;
	now: () => Date;
	contents: LinkContents;
	/** Uploaded images are kept as long as the owner of a link that has ever shown them has an account. */
	storedImages: Pick<ImageService, "requireShown">;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	writer: Pick<LinkWriter, "create" | "change" | "note" | "queued">;
	moderation: Pick<Moderation, "prepare" | "readAhead" | "contentOf" | "check" | "find">;
	find: (owner: Owner, name: LinkName) => Promise<OwnLink>;
};
/** `revision`: of the link that the edit started from; null skips the check. */
type Edit = EditedContent & { revision?: string | null };

/** Creates the edit of a link, its notes and its cards, in one transaction (P134, P345). */
export function createLinkEdit({
	db,
	now,
	contents,
	storedImages,
	linkCache,
	writer,
	moderation,
	find,
}: LinkEditOptions) {
	/**
	 * What the edit leaves out stays; a trigger turns a replaced slug into an alias (P320).
	 * @throws AppError "changed" if the link was edited since this edit began, "too_many_aliases", and as `create`
	 */
	return async (owner: Owner, name: LinkName, edit: Edit): Promise<OwnLink> => {
		return isOfContent(edit) ? update(owner, name, edit) : note(owner, name, edit);
	};

	async function update(owner: Owner, name: LinkName, { revision = null, ...submission }: Edit): Promise<OwnLink> {
		const { planId, form, upload, notes = {} } = submission;
		const present = await find(owner, name);
		const { wanted, content, writeCards } = await contents.judge(owner, submission, present);
		const values = valuesOf(wanted, { planId, present });
		await moderation.prepare({ ...content, afterUrl: wanted.afterUrl ?? null });
		const reading = await readAhead(present, { ...content, ...values }, submission);
		const { before, after, flag } = await writer.queued(owner, async (tx) => {
			// Lock order as in the link writer and account deletion: the owner's row, domains, then links and images.
			await lockOwner(tx, owner.id);
			const live = await lockLiveDomains(tx, owner.id);
			const before = await lockLink(tx, owner, name);
			if (before.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			const { targetUrl, imageUrl, imageSource } = before;
			const isImageKept = form.imageUrl === undefined && !upload;
			const edited = {
				...content,
				...(form.targetUrl === undefined && { targetUrl }),
				...(isImageKept && { imageUrl, imageSource }),
				...valuesOf(wanted, { planId, present: before }),
				linkSlug: form.customLinkSlug ?? before.linkSlug,
				domainId: domainOfEdited(live, form.domain, before),
			};
			if (revision !== null) requireUnchanged({ before, edited, revision });
			const noted = await storedNotes(tx, { before, notes }, { planId, at: now() });
			await writeCards?.(tx, before.id);
			if (edited.imageUrl !== imageUrl)
				await storedImages.requireShown(tx, { imageUrl: edited.imageUrl, userId: owner.id });
			const after = await writer.change(tx, before, { ...edited, ...noted });
			return { before, after, flag: await moderation.check(tx, after, reading) };
		});
		linkCache.invalidate(owner.userSlug, before.linkSlug);
		linkCache.invalidate(owner.userSlug, after.linkSlug);
		const isKept = after.targetUrl === before.targetUrl || present.targetState?.isOff;
		const targetState = (isKept && present.targetState) || null;
		return { ...after, isDisabled: false, domain: await hostOfLink(db, after), flag, targetState };
	}

	/** Notes are changed as in the list: also those of a disabled link. */
	async function note(owner: Owner, name: LinkName, { revision = null, planId, notes = {} }: Edit): Promise<OwnLink> {
		const { id } = await writer.queued(owner, async (tx) => {
			await lockOwner(tx, owner.id);
			const before = await lockLink(tx, owner, name);
			if (revision !== null && linkRevision(before) !== revision) throw new AppError("changed", LINK_CHANGED);
			const noted = await storedNotes(tx, { before, notes }, { planId, at: now() });
			if (Object.keys(noted).length > 0) await writer.note(tx, before, noted);
			return before;
		});
		return find(owner, id);
	}

	async function lockLink(tx: Tx, owner: Owner, name: LinkName): Promise<Link> {
		const [link] = await tx.select().from(links).where(isNamedBy(owner, name)).for("update");
		if (!link) throw linkNotFound();
		return link;
	}

	async function readAhead(present: Link, values: Partial<Link>, submission: EditedContent): Promise<Reading> {
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

function isOfContent({ form, upload, cards }: Edit): boolean {
	return upload !== undefined || (cards?.size ?? 0) > 0 || Object.values(form).some((value) => value !== undefined);
}

/** Saving what is already stored is no conflict: the first response may have been lost. */
function requireUnchanged({ before, edited, revision }: { before: Link; edited: Revised; revision: string }): void {
	const present = linkRevision(before);
	if (present !== revision && present !== linkRevision(edited)) throw new AppError("changed", LINK_CHANGED);
}
