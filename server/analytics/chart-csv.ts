import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { dateAt } from "./clock.ts";

/** Excel takes a file for UTF-8 by it. */
const BOM = "\uFEFF";

/**
 * What a chart shows, as a file for spreadsheets: one table, in which each line says what it counts.
 * @param tagCounts of an account
 */
export function chartCsv(chart: Chart, tagCounts: TagCounts | null): string {
	const titleOf = new Map(chart.links.map(({ id, title }) => [String(id), title]));
	const lines: (string | number)[][] = [["counted by", "value", "people", "bots"]];
	for (const { at, human, bot } of chart.points) {
		lines.push([`${chart.unit} (${chart.zone})`, nameOf(at, chart), human, bot]);
	}
	lines.push([`total (${chart.zone})`, `${chart.from} to ${chart.to}`, chart.totals.human, chart.totals.bot]);
	if (chart.scanners > 0)
		lines.push(["probably scanners (UTC)", `${chart.days.from} to ${chart.days.to}`, chart.scanners, ""]);
	for (const { day, visitors } of chart.visitors) lines.push(["visitors of a day (UTC)", day, visitors, ""]);
	for (const [dimension, [values, other]] of Object.entries(chart.breakdowns)) {
		const line = (value: string, count: number) =>
			lines.push(dimension === "platform" ? [dimension, value, "", count] : [dimension, value, count, ""]);
		for (const [value, count] of values) line(dimension === "link" ? (titleOf.get(value) ?? value) : value, count);
		if (other > 0) line("(other)", other);
	}
	lines.push(...tagLines(tagCounts));
	return BOM + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/** A day or a month as the page names it: by the clock of the chart's zone. An hour by its first moment. */
function nameOf(at: string, { unit, zone }: Pick<Chart, "unit" | "zone">): string {
	if (unit === "hour") return at;
	const day = dateAt(Date.parse(at), zone);
	return unit === "month" ? day.slice(0, "2026-01".length) : day;
}

function tagLines(counts: TagCounts | null): (string | number)[][] {
	if (counts === null) return [];
	if (counts.tags.length === 0) return [];
	const { human, bot } = counts.untagged;
	return [...counts.tags.map((count) => ["tag", count.tag, count.human, count.bot]), ["tag", "(none)", human, bot]];
}

/** Quoted, and never a formula: anyone who opens the file runs nothing that a visitor's address carried. */
function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${harmless.replaceAll('"', '""')}"`;
}
