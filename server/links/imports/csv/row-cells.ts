import type { ColumnUse } from "#shared/links/imports/file-columns.ts";
import { plainCell } from "#shared/links/imports/imports.ts";
import { readUtm, UTM_FIELDS, type UtmValues, writeUtm } from "#shared/links/utm.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

export type Cells = Partial<Record<ColumnUse, string>>;
export type RowCells = { cells: Cells; cut?: ColumnUse[] };

/** More characters than any field allows, so that a truncated cell can't pass as valid. */
export const CELL_LIMIT = 4_096;

/** A record's cells. If two columns have the same meaning, the first non-empty cell counts. */
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

/** Some services export only the slug of a short URL. */
function takeBareSlug(cells: Cells): void {
	const { shortUrl } = cells;
	if (shortUrl === undefined || /[/.]/.test(shortUrl)) return;
	cells.linkSlug ??= shortUrl;
	delete cells.shortUrl;
}
