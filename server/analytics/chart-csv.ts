import type { Chart, TagCounts } from "#shared/analytics/chart.ts";

/** Excel takes a file for UTF-8 by it. */
const BOM = "\uFEFF";

/** What a chart shows, as a file for spreadsheets: one table, in which each line says what it counts. */
export function chartCsv(chart: Chart, tagCounts: TagCounts | null): string {
	const titleOf = new Map(chart.links.map(({ id, title }) => [String(id), title]));
	const lines: (string | number)[][] = [["counted by", "value", "people", "bots"]];
	for (const { at, human, bot } of chart.points) lines.push([`${chart.unit} (${chart.zone})`, at, human, bot]);
	lines.push([`total (${chart.zone})`, `${chart.from} to ${chart.to}`, chart.totals.human, chart.totals.bot]);
	for (const { day, visitors } of chart.visitors) lines.push(["visitors of a day (UTC)", day, visitors, ""]);
	for (const [dimension, [values, other]] of Object.entries(chart.breakdowns)) {
		const line = (value: string, count: number) =>
			lines.push(dimension === "platform" ? [dimension, value, "", count] : [dimension, value, count, ""]);
		for (const [value, count] of values) line(dimension === "link" ? (titleOf.get(value) ?? value) : value, count);
		if (other > 0) line("(other)", other);
	}
	const { tags, untagged } = tagCounts ?? { tags: [], untagged: { human: 0, bot: 0 } };
	for (const { tag, human, bot } of tags) lines.push(["tag", tag, human, bot]);
	if (tags.length > 0) lines.push(["tag", "(none)", untagged.human, untagged.bot]);
	return BOM + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/** Quoted, and never a formula: whoever opens the file runs nothing that a visitor's address carried. */
function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${harmless.replaceAll('"', '""')}"`;
}
