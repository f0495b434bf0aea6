import type { WeeklyReport } from "#shared/account/mail/mail-kinds.ts";
import { zoneName } from "#shared/analytics/time-zone.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { button, inert, type MailContent, type MailPart, table, textPart } from "./mail-content.ts";
import { numberText } from "./mail-writer.ts";

/** The weekly report: only what there is to say. */
export function composeWeeklyReport(report: WeeklyReport, publicOrigin: string): MailContent {
	const { from, to, zone, people, bots, peopleBefore, botsBefore, links, platforms, sources, gone } = report;
	const days = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
	const span = days.formatRange(new Date(from), new Date(to));
	const parts: MailPart[] = [
		textPart(`People: ${compared(people, peopleBefore)}.`),
		textPart(`Bots: ${compared(bots, botsBefore)}.`),
	];
	const add = (head: [string, string], rows: [string, string][]) => {
		if (rows.length > 0) parts.push(table(head, rows));
	};
	add(
		["Top links", "People"],
		links.map((link) => [
			`${inert(link.title)} (${inert(link.shortUrl.replace(/^https?:\/\//, ""))})`,
			numberText(link.people),
		]),
	);
	add(
		["Sources", "People"],
		sources.map(({ name, people: some }) => [inert(name), numberText(some)]),
	);
	add(
		["Previewed on", "New cards"],
		platforms.map(({ name, cards }) => [name, numberText(cards)]),
	);
	add(
		["Missing targets", "Since"],
		gone.map(({ title, since }) => [inert(title), days.format(new Date(since))]),
	);
	parts.push(
		textPart(`Views count by days in ${zoneName(zone)}${zone === "UTC" ? "" : ", links and sources by UTC days"}.`),
	);
	parts.push(button("See analytics", publicOrigin + SCREEN_PATHS.analytics));
	return {
		subject: `Your week: ${numberText(people)} ${people === 1 ? "person" : "people"} opened your links`,
		heading: `Your week, ${span}`,
		parts,
	};
}

/** '1,284, up 27% from 1,010 the week before'. */
function compared(now: number, before: number): string {
	if (before === 0) return `${numberText(now)}, none the week before`;
	const change = Math.round((100 * (now - before)) / before);
	if (change === 0) return `${numberText(now)}, about as many as the week before`;
	return `${numberText(now)}, ${change > 0 ? "up" : "down"} ${numberText(Math.abs(change))}% from ${numberText(before)} the week before`;
}
