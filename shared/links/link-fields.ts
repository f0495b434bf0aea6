import { z } from "zod";
import type { PlanFeature } from "../billing/plans/plan-features.ts";
import {
	imageUrlField,
	LINK_LIMITS,
	requiredLine,
	requiredText,
	slugField,
	type Text,
	targetField,
} from "./field-schemas.ts";
import { scheduleFields } from "./link-schedule.ts";

type Described = {
	/** The field in the form and in requests that save a link; null if other requests change it. */
	form: { name: string; schema: z.ZodType } | null;
	/** A text stored unchanged, with its name in messages; null if code computes the value. */
	text: Text | null;
	/** Its schema in answers, which omit it when unset; null if `link.ts` or `link-list.ts` declares it. */
	answer: z.ZodType | null;
	plan: PlanFeature | null;
	/** Its CSV column, and other services' names for it: lower-case letters and digits. */
	csv: { column: string; synonyms: readonly string[] };
	searched: boolean;
	/**
	 * Whether a concurrent change refuses an edit (P134). `set`: part of the revision only when set, so that a new
	 * field changes no existing revision.
	 */
	revision: "always" | "times" | "set" | "never";
	duplicated: boolean;
	isPublic: boolean;
};

const TITLE = { label: "Title", max: LINK_LIMITS.title };
const DESCRIPTION = { label: "Description", max: LINK_LIMITS.description };

/**
 * Every field that a link's owner edits, in CSV order (P285). Forms, answers, CSV and exports derive from it:
 * docs/architecture.md, "A new field of a link".
 */
export const LINK_FIELDS = {
	linkSlug: {
		form: { name: "customLinkSlug", schema: slugField },
		text: null,
		answer: null,
		plan: "customSlugs",
		csv: {
			column: "slug",
			synonyms: [
				...["customlinkslug", "customurl", "backhalf", "custombackhalf", "key", "slashtag", "shortcode", "customslug"],
				...["customkeyword", "customalias", "alias", "linkslug", "code"],
			],
		},
		searched: true,
		revision: "always",
		duplicated: false,
		isPublic: true,
	},
	targetUrl: {
		form: { name: "targetUrl", schema: targetField },
		text: null,
		answer: null,
		plan: null,
		csv: {
			column: "target_url",
			synonyms: [
				...["destinationurl", "longurl", "longlink", "originalurl", "destination", "url", "target", "fullurl"],
				...["destinationlink", "originallink", "redirecturl", "linkurl"],
			],
		},
		searched: true,
		revision: "always",
		duplicated: true,
		isPublic: true,
	},
	title: {
		form: { name: "title", schema: requiredLine(TITLE) },
		text: TITLE,
		answer: null,
		plan: null,
		csv: { column: "title", synonyms: ["ogtitle", "linktitle"] },
		searched: true,
		revision: "always",
		duplicated: true,
		isPublic: true,
	},
	description: {
		form: { name: "description", schema: requiredText(DESCRIPTION) },
		text: DESCRIPTION,
		answer: null,
		plan: null,
		csv: { column: "description", synonyms: ["ogdescription"] },
		searched: false,
		revision: "always",
		duplicated: true,
		isPublic: true,
	},
	imageUrl: {
		form: { name: "imageUrl", schema: imageUrlField },
		text: null,
		answer: null,
		plan: null,
		csv: { column: "image_url", synonyms: ["image", "ogimage", "ogimageurl"] },
		searched: false,
		revision: "always",
		duplicated: true,
		isPublic: true,
	},
	tags: {
		form: null,
		text: null,
		answer: null,
		plan: "tags",
		csv: { column: "tags", synonyms: ["tag", "labels"] },
		searched: true,
		revision: "never",
		duplicated: false,
		isPublic: false,
	},
	startsAt: {
		form: { name: "startsAt", schema: scheduleFields.startsAt },
		text: null,
		answer: z.iso.datetime(),
		plan: "schedule",
		csv: { column: "starts_at", synonyms: ["validsince"] },
		searched: false,
		revision: "times",
		duplicated: false,
		isPublic: true,
	},
	endsAt: {
		form: { name: "endsAt", schema: scheduleFields.endsAt },
		text: null,
		answer: z.iso.datetime(),
		plan: "schedule",
		csv: { column: "ends_at", synonyms: ["expiresat", "validuntil"] },
		searched: false,
		revision: "times",
		duplicated: false,
		isPublic: true,
	},
	afterUrl: {
		form: { name: "afterUrl", schema: scheduleFields.afterUrl },
		text: null,
		answer: z.string(),
		plan: "schedule",
		csv: { column: "after_url", synonyms: ["expiredurl"] },
		searched: false,
		revision: "times",
		duplicated: false,
		isPublic: true,
	},
	archivedAt: {
		form: null,
		text: null,
		answer: null,
		plan: null,
		csv: { column: "archived", synonyms: ["isarchived"] },
		searched: false,
		revision: "never",
		duplicated: false,
		isPublic: false,
	},
} as const satisfies Record<string, Described>;

type Fields = typeof LINK_FIELDS;
/** A column that the owner edits; `link-contents.ts` checks that none is left out. */
export type LinkField = keyof Fields;

export type FieldsWith<Key extends keyof Described, Value> = {
	[Name in LinkField]: Fields[Name][Key] extends Value ? Name : never;
}[LinkField];

export type TextField = FieldsWith<"text", Text>;

export const LINK_FIELD_NAMES = Object.keys(LINK_FIELDS) as LinkField[];

export function describedField(name: LinkField): Described {
	return LINK_FIELDS[name];
}

export function fieldsThat<Name extends LinkField = LinkField>(isWanted: (field: Described) => boolean): Name[] {
	return LINK_FIELD_NAMES.filter((name) => isWanted(LINK_FIELDS[name])) as Name[];
}

export const TEXT_FIELDS = fieldsThat<TextField>(({ text }) => text !== null);

type FormShape = {
	[Name in LinkField as Fields[Name] extends { form: { name: infer Sent extends string } }
		? Sent
		: never]: Fields[Name] extends { form: { schema: infer Schema extends z.ZodType } } ? Schema : never;
};

export const FORM_FIELDS = Object.fromEntries(
	LINK_FIELD_NAMES.flatMap((name) => {
		const { form } = LINK_FIELDS[name];
		return form ? [[form.name, form.schema]] : [];
	}),
) as FormShape;

type AnswerShape = {
	[Name in LinkField as Fields[Name] extends { answer: z.ZodType } ? Name : never]: Fields[Name] extends {
		answer: infer Schema extends z.ZodType;
	}
		? z.ZodOptional<Schema>
		: never;
};

export const ANSWER_FIELDS = Object.fromEntries(
	LINK_FIELD_NAMES.flatMap((name) => {
		const { answer } = LINK_FIELDS[name];
		return answer ? [[name, answer.optional()]] : [];
	}),
) as AnswerShape;

/** A field's value as text: times in ISO 8601, empty for none. */
export function fieldText(value: string | string[] | Date | null): string {
	if (value instanceof Date) return value.toISOString();
	return Array.isArray(value) ? value.join(", ") : (value ?? "");
}
