import type { ColumnUse } from "#shared/links/imports/file-columns.ts";
import { plainCell } from "#shared/links/imports/imports.ts";
import { readUtm, UTM_FIELDS, type UtmValues, writeUtm } from "#shared/links/utm.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

/** Cells by what they are used as; none is empty. */
export type Cells = Partial<Record<ColumnUse, string>>;
/** `cut` names cells that were longer than `CELL_LIMIT` and are only the beginning. */
export type RowCells = { cells: Cells; cut?: ColumnUse[] };

/** Characters kept of a cell: more than any field may have, so that nothing that is too long passes for valid. */
export const CELL_LIMIT = 4_096;

/** A record's cells. Of two columns of one use the first that says something counts. */
export function cellsOf(record: string[], uses: (ColumnUse | undefined)[]): RowCells {
	const cells: Cells = {};
	const cut: ColumnUse[] = [];
	for (const [at, cell] of record.entries()) {
		const use = uses[at];
		if (!use || cell === "" || cells[use] !== undefined) continue;
		const text = plainCell(cell);
		cells[use] = text.slice(0, CELL_LIMIT);
		if (text.length > CELL_LIMIT) cut.push(use);
	}
	addUtm(cells);
	takeBareSlug(cells);
	return cut.length > 0 ? { cells, cut } : { cells };
}

/** Campaign parameters are added to the target where it lacks them. */
function addUtm(cells: Cells): void {
	const { targetUrl } = cells;
	const given = UTM_FIELDS.filter((field) => cells[`utm_${field}`] !== undefined);
	if (given.length > 0 && targetUrl !== undefined) {
		const present = readUtm(targetUrl);
		const missing = given.filter((field) => present[field] === "");
		const values = missing.map((field) => [field, trimBlank(cells[`utm_${field}`] ?? "")]);
		if (missing.length > 0)
			cells.targetUrl = writeUtm(trimBlank(targetUrl), Object.fromEntries(values) as Partial<UtmValues>);
	}
	for (const field of given) delete cells[`utm_${field}`];
}

/** Some services name only the end of a short address. */
function takeBareSlug(cells: Cells): void {
	const { shortUrl } = cells;
	if (shortUrl === undefined || /[/.]/.test(shortUrl)) return;
	cells.linkSlug ??= shortUrl;
	delete cells.shortUrl;
}
