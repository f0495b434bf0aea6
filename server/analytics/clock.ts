import { LRUCache } from "lru-cache";
import type { ChartUnit } from "#shared/analytics/chart.ts";
import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { addDays, DAY_MS, HOUR_MS, utcDay } from "#shared/platform/days.ts";

const MINUTE_MS = 60_000;
const ZONES_REMEMBERED = 600;
/** By the zone as written, bounded: each has thousands of spellings that one client could send. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: ZONES_REMEMBERED });

/** Whether the runtime knows the zone, such as `Asia/Kathmandu`. */
export function isZone(zone: string): boolean {
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
}

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const made = new Intl.DateTimeFormat("en-CA", {
		timeZone: zone,
		hourCycle: "h23",
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
		hour: "2-digit",
		minute: "2-digit",
		second: "2-digit",
	});
	formats.set(zone, made);
	return made;
}

function offsetAt(at: number, zone: string): number {
	const minutes = offsetMinutes(zone);
	if (minutes !== null) return minutes * MINUTE_MS;
	const parts = new Map(
		formatOf(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const part = (name: string) => parts.get(name as Intl.DateTimeFormatPartTypes) ?? 0;
	const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
	return shown - Math.floor(at / 1_000) * 1_000;
}

/** `2026-11-22`, in a zone. */
export function dateAt(at: number, zone: string): string {
	return utcDay(at + offsetAt(at, zone));
}

/** The first moment of a date in a zone, in milliseconds: midnight, or the time that replaces it. */
export function startOf(date: string, zone: string): number {
	const utc = Date.parse(date);
	const guesses = [utc + DAY_MS, utc - DAY_MS].map((near) => utc - offsetAt(near, zone)).sort((a, b) => a - b);
	return guesses.find((at) => dateAt(at, zone) >= date) ?? utc;
}

/** Start times of a chart's bars, plus the end of the last one. */
export function edgesOf({
	from,
	to,
	zone,
	unit,
}: {
	from: string;
	to: string;
	zone: string;
	unit: ChartUnit;
}): number[] {
	const end = startOf(addDays(to, 1), zone);
	const edges: number[] = [];
	if (unit === "hour") for (let at = startOf(from, zone); at < end; at += HOUR_MS) edges.push(at);
	else if (unit === "day") for (let day = from; day <= to; day = addDays(day, 1)) edges.push(startOf(day, zone));
	else for (let day = from; day <= to; day = firstOfNextMonth(day)) edges.push(startOf(day, zone));
	return [...edges, end];
}

/** The same for the last 24 hours, including the current one. */
export function lastHours(now: number, zone: string): number[] {
	const offset = offsetAt(now, zone);
	const end = Math.floor((now + offset) / HOUR_MS) * HOUR_MS + HOUR_MS - offset;
	return Array.from({ length: 25 }, (_, n) => end - (24 - n) * HOUR_MS);
}

function firstOfNextMonth(date: string): string {
	const [year = 0, month = 0] = date.split("-").map(Number);
	return utcDay(Date.UTC(year, month, 1));
}
