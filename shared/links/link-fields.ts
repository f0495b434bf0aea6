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
	/** The link form's field, and that of requests that save a link; null where other requests change it. */
	form: { name: string; schema: z.ZodType } | null;
	/** A text that is stored unchanged, and how messages name it; null where code of its own makes the value. */
	text: Text | null;
	/** Its value in answers, which have it where it is set; null where `link.ts` or `link-list.ts` names it. */
	answer: z.ZodType | null;
	/** What a plan needs to set it; null for every plan. */
	plan: PlanFeature | null;
	/** Its column in CSV files, and the names of other services: lower case, only letters and digits. */
	csv: { column: string; synonyms: readonly string[] };
	/** Whether the search of the list looks into it. */
	searched: boolean;
	/**
	 * Whether an edit is refused because someone else has changed it since (P134). `set`: it changes the revision only
	 * where it is set, so that links without it keep their revision. New fields are `set`.
	 */
	revision: "always" | "times" | "set" | "never";
	/** Whether a duplicate gets it. */
	duplicated: boolean;
	/** Whether visitors, crawlers and public pages may show it. */
	isPublic: boolean;
};

const TITLE = { label: "Title", max: LINK_LIMITS.title };
const DESCRIPTION = { label: "Description", max: LINK_LIMITS.description };

/**
 * Every field that the owner of a link edits, in the order of CSV files (P285). Form, answers, revision, search, CSV,
 * duplicates, data export and fuzzers derive from it: docs/architecture.md, "A new field of a link".
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

/** The fields whose `Key` is `Value`. */
export type FieldsWith<Key extends keyof Described, Value> = {
	[Name in LinkField]: Fields[Name][Key] extends Value ? Name : never;
}[LinkField];

/** Texts that are stored unchanged. */
export type TextField = FieldsWith<"text", Text>;

export const LINK_FIELD_NAMES = Object.keys(LINK_FIELDS) as LinkField[];

/** What a field is. */
export function describedField(name: LinkField): Described {
	return LINK_FIELDS[name];
}

/** The names of the fields that `isWanted` picks, in order. */
export function fieldsThat<Name extends LinkField = LinkField>(isWanted: (field: Described) => boolean): Name[] {
	return LINK_FIELD_NAMES.filter((name) => isWanted(LINK_FIELDS[name])) as Name[];
}

export const TEXT_FIELDS = fieldsThat<TextField>(({ text }) => text !== null);

type FormShape = {
	[Name in LinkField as Fields[Name] extends { form: { name: infer Sent extends string } }
		? Sent
		: never]: Fields[Name] extends { form: { schema: infer Schema extends z.ZodType } } ? Schema : never;
};

/** The fields of the link form. */
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

/** The fields that answers have where they are set. */
export const ANSWER_FIELDS = Object.fromEntries(
	LINK_FIELD_NAMES.flatMap((name) => {
		const { answer } = LINK_FIELDS[name];
		return answer ? [[name, answer.optional()]] : [];
	}),
) as AnswerShape;

/** A field's value as text: times in ISO 8601, empty where there is none. */
export function fieldText(value: string | string[] | Date | null): string {
	if (value instanceof Date) return value.toISOString();
	return Array.isArray(value) ? value.join(", ") : (value ?? "");
}
