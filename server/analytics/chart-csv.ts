import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import type { Subject } from "./chart-days.ts";
import type { ChartAsked } from "./chart-span.ts";
import type { Charts } from "./charts.ts";
import { dateAt } from "./clock.ts";

const VALUES_IN_FILE = 1_000;

/** Makes Excel read the file as UTF-8. */
const BOM = "\uFEFF";

/** A chart's download (P222). @throws AppError "plan_required" without CSV files, and as `charts.chart` does */
export async function chartFile(
	charts: Pick<Charts, "chart" | "tags">,
	{ subject, asked, planId }: { subject: Subject; asked: ChartAsked; planId: string | null },
): Promise<{ name: string; text: string }> {
	requireFeature(planId, "csv");
	const chart = await charts.chart(subject, { ...asked, values: VALUES_IN_FILE }, planId);
	const tags = "user" in subject ? await charts.tags(subject.user, asked, planId) : null;
	const of = "user" in subject ? "views" : `views-of-link-${subject.link}`;
	return { name: `${of}-${chart.from}-${chart.to}.csv`, text: chartCsv(chart, tags) };
}

/** A chart as a CSV file: one table whose lines say what they count. @param tagCounts of an account */
function chartCsv(chart: Chart, tagCounts: TagCounts | null): string {
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

/** A day or month in the chart's zone, as on the page; an hour by its first moment. */
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

/** Quoted, and never a formula: a visitor's address must not run anything. */
function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${harmless.replaceAll('"', '""')}"`;
}
