import { z } from "zod";

/** The largest id that PostgreSQL's integer holds. */
const ROW_ID_MAX = 2_147_483_647;

/** The id of a link or of another numbered row, as JSON has it (P282). */
export const rowId = z.number().int().min(1).max(ROW_ID_MAX);

/** The same as an address has it: decimal digits, without a zero before them. */
export const rowIdText = z
	.string()
	.regex(/^[1-9]\d{0,9}$/)
	.transform(Number)
	.pipe(rowId);

/** At most `max` of them in an address, with commas between. */
export function rowIdsText(max: number) {
	return z
		.string()
		.max(max * 11)
		.transform((text) => text.split(","))
		.pipe(z.array(rowIdText).max(max));
}
