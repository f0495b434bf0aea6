import { z } from "zod";
import { domainField } from "../../links/domains/domain-field.ts";
import { LINK_LIMITS, requiredLine } from "../../links/field-schemas.ts";
import { FORM_FIELDS } from "../../links/link-fields.ts";
import { LIST_LIMITS, linkChanges, tagName } from "../../links/link-list.ts";
import { asJson } from "./api-route.ts";
import { EXTERNAL_ID_MAX } from "./link.ts";

type Json = Record<string, unknown>;

const orNull = (json: Json): Json => ({ ...json, type: [json.type, "null"] });
const text = (maxLength: number): Json => ({ type: "string", minLength: 1, maxLength });
const time = orNull({ type: "string", format: "date-time" });
const address: Json = { type: "string", format: "uri", maxLength: LINK_LIMITS.targetUrl };
const slug: Json = { type: "string", maxLength: LINK_LIMITS.customLinkSlug, pattern: "^[A-Za-z0-9_-]+$" };

/** The account's own id for a link (P643). */
export const externalIdField = asJson(
	requiredLine({ label: "External ID", max: EXTERNAL_ID_MAX }),
	text(EXTERNAL_ID_MAX),
);

const tag = asJson(tagName, { ...text(LIST_LIMITS.tag), pattern: "^[^,]*$" });

/** Each tag once, whatever its case. */
const tags = z
	.array(tag)
	.max(LIST_LIMITS.tags)
	.transform((all) => [...new Map(all.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed());

const required = {
	targetUrl: asJson(FORM_FIELDS.targetUrl, address),
	title: asJson(FORM_FIELDS.title, text(LINK_LIMITS.title)),
	description: asJson(FORM_FIELDS.description, text(LINK_LIMITS.description)),
};

const optional = {
	/** Absent: a random one. */
	slug: asJson(FORM_FIELDS.customLinkSlug, orNull(slug)).optional(),
	/** The address of one of your images, or a foreign one that begins with https. */
	imageUrl: asJson(FORM_FIELDS.imageUrl, orNull({ type: "string", maxLength: LINK_LIMITS.imageUrl })).optional(),
	/** One of your domains; null for ours. Absent: your default. */
	domain: asJson(domainField, orNull({ type: "string", maxLength: 253 })).optional(),
	startsAt: asJson(FORM_FIELDS.startsAt, time).optional(),
	endsAt: asJson(FORM_FIELDS.endsAt, time).optional(),
	/** Where the link redirects to after its end. */
	afterUrl: asJson(FORM_FIELDS.afterUrl, orNull(address)).optional(),
	tags: tags.nullable().optional(),
	isArchived: z.boolean().optional(),
};

const externalId = externalIdField.nullable().optional();

/** The body that creates a link. */
export const newLinkBody = z.strictObject({ ...required, ...optional, externalId }).meta({ id: "NewLink" });
export type NewLinkBody = z.output<typeof newLinkBody>;

/** The body that changes a link: what is left out stays, null removes. */
export const linkPatchBody = z
	.strictObject({
		targetUrl: required.targetUrl.optional(),
		title: required.title.optional(),
		description: required.description.optional(),
		...optional,
		externalId,
	})
	.meta({ id: "LinkPatch" });
export type LinkPatchBody = z.output<typeof linkPatchBody>;

/** The same by the account's own id. */
export const upsertBody = z.strictObject({ ...required, ...optional }).meta({ id: "LinkByExternalId" });

/** Links at once, each judged by itself: one that is wrong is refused alone. */
export const BULK_MAX = LIST_LIMITS.changes;
export const newLinksBody = z
	.strictObject({
		links: z
			.array(asJson(z.unknown(), { $ref: "#/components/schemas/NewLink" }))
			.min(1)
			.max(BULK_MAX),
	})
	.meta({ id: "NewLinks" });

const [ofState, ofTag] = linkChanges.options;

/** The screen's own changes, strict. */
export const linkChangesBody = z
	.discriminatedUnion("change", [z.strictObject(ofState.shape), z.strictObject({ ...ofTag.shape, tag })])
	.meta({ id: "LinkChanges" });
