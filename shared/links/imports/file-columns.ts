import { z } from "zod";
import { LINK_FIELD_NAMES } from "../link-fields.ts";
import { UTM_FIELDS, type UtmField } from "../utm.ts";

export const UTM_USES = UTM_FIELDS.map((field): `utm_${UtmField}` => `utm_${field}`);

/** `domain`: the host of a verified domain; `shortUrl`: a short address that ends with the slug; `customUrls`: custom ones. */
export const COLUMN_USES = [...LINK_FIELD_NAMES, "domain", "shortUrl", "customUrls", ...UTM_USES] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

export const COLUMN_LIMITS = {
	all: 10_000,
	/** Columns listed in an answer, and characters of their names. */
	listed: 100,
	name: 100,
	assigned: 3_000,
} as const;

export const fileColumn = z.object({
	at: z.number().int(),
	name: z.string(),
	use: z.enum(COLUMN_USES).nullable(),
});
export type FileColumn = z.infer<typeof fileColumn>;

export type AssignedColumns = Record<number, ColumnUse | null>;

/** `columns` in the query of a check: "2:title,5:" uses column 2 as the title and ignores column 5. */
export const assignedColumns = z
	.string()
	.max(COLUMN_LIMITS.assigned)
	.regex(new RegExp(`^(?:\\d{1,4}:(?:${COLUMN_USES.join("|")})?(?:,(?=\\d)|$))*$`))
	.transform((text): AssignedColumns => {
		const pairs = text.split(",").map((part) => part.split(":"));
		return Object.fromEntries(pairs.filter(([at]) => at).map(([at, use]) => [Number(at), (use as ColumnUse) || null]));
	});

/** The inverse of `assignedColumns`. */
export function assignedText(assigned: AssignedColumns): string {
	return Object.entries(assigned)
		.map(([at, use]) => `${at}:${use ?? ""}`)
		.join(",");
}
