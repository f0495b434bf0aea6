import { z } from "zod";

/** The maximum of PostgreSQL's integer. */
const ROW_ID_MAX = 2_147_483_647;

/** The id of a numbered row in JSON (P282). */
export const rowId = z.number().int().min(1).max(ROW_ID_MAX);

/** An id in an address: decimal digits, no leading zero. */
export const rowIdText = z
	.string()
	.regex(/^[1-9]\d{0,9}$/)
	.transform(Number)
	.pipe(rowId);

/** At most `max` comma-separated ids in an address. */
export function rowIdsText(max: number) {
	return z
		.string()
		.max(max * 11)
		.transform((text) => text.split(","))
		.pipe(z.array(rowIdText).max(max));
}
