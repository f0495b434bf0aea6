import type { LinkNotes } from "#server/links/link-notes.ts";
import type { EditedContent, Submission } from "#server/links/links.service.ts";
import type { LinkPatchBody, NewLinkBody } from "#shared/api/v1/link-bodies.ts";

/** A body as the form's submission. */
export function submissionOf(body: NewLinkBody, planId: string): Submission {
	const { slug = null, imageUrl = null, tags, isArchived, externalId, ...fields } = body;
	const form = { ...fields, customLinkSlug: slug, imageUrl, imageSource: null, imageCut: null };
	return { planId, form, upload: undefined, notes: notesOf({ tags, isArchived, externalId }) };
}

/** What a body changes; fields that it leaves out stay. */
export function editOf(body: LinkPatchBody, planId: string): EditedContent {
	const { slug, tags, isArchived, externalId, ...fields } = body;
	const notes = notesOf({ tags, isArchived, externalId });
	return { planId, form: { ...fields, customLinkSlug: slug }, upload: undefined, notes };
}

function notesOf({
	tags,
	isArchived,
	externalId,
}: Pick<LinkPatchBody, "tags" | "isArchived" | "externalId">): LinkNotes {
	return { tags: tags === null ? [] : tags, isArchived, externalId };
}
