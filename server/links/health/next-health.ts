import type { TargetFailure } from "#shared/links/health/target-failure.ts";
import type { TargetHealth } from "#shared/links/health/target-health.table.ts";
import { DAY_MS, HOUR_MS } from "#shared/platform/days.ts";

/**
 * What a check found.
 * | kind | means |
 * |---|---|
 * | fine | the page exists |
 * | failed | it certainly doesn't |
 * | by-get | HEAD failed, so GET decides, later |
 * | unsure | nothing is known |
 * | later | it couldn't be asked now |
 */
export type Outcome =
	| { kind: "fine" | "by-get" | "unsure" }
	| { kind: "failed"; failure: TargetFailure }
	| { kind: "later"; afterMs: number };

const MINUTE_MS = 60_000;
/** Failures after which a target counts as gone, how far apart they are, and within which time they come (P683). */
const GONE_AFTER = 3;
const APART_MS = 3 * HOUR_MS;
const RETRY_MS = 4 * HOUR_MS;
const WITHIN_MS = DAY_MS;
/** When targets are asked first, in UTC: at night in Europe, where most of our visitors are (docs/decisions/0133). */
const OFF_PEAK = { fromMs: 22 * HOUR_MS, lengthMs: 8 * HOUR_MS };

export type Checked = Omit<TargetHealth, "target" | "url" | "host" | "askedFor" | "everyDays">;

/** A target's row after a check at `at` (P683). */
export function nextHealth(row: TargetHealth, outcome: Outcome, at: Date): Checked {
	const { dueAt: _, ...present } = row;
	const nextDay = slotAfter(row, at);
	const soon = spread(row.target, 8 * MINUTE_MS);
	switch (outcome.kind) {
		case "later":
			return { ...present, dueAt: later(at, outcome.afterMs) };
		case "by-get":
			return { ...present, askedAt: at, byGet: true, dueAt: later(at, 2 * MINUTE_MS + soon) };
		case "fine":
			return { ...present, ...NO_FAILURE, askedAt: at, fineAt: at, dueAt: nextDay };
		case "unsure":
			if (row.goneSince || row.failingSince === null) return { ...present, askedAt: at, dueAt: nextDay };
			if (at.getTime() - row.failingSince.getTime() > WITHIN_MS)
				return { ...present, ...NO_FAILURE, askedAt: at, dueAt: nextDay };
			return { ...present, askedAt: at, dueAt: later(at, RETRY_MS) };
		case "failed":
			return { ...present, ...failedAgain(row, outcome.failure, at), askedAt: at };
	}
}

const NO_FAILURE = { failures: 0, failingSince: null, failedAt: null, failure: null, goneSince: null };

function failedAgain(row: TargetHealth, failure: TargetFailure, at: Date) {
	const { failedAt, goneSince } = row;
	const retryAt = later(at, RETRY_MS + spread(row.target, HOUR_MS));
	// One that the owner asked for, between two of ours.
	if (failedAt && at.getTime() - failedAt.getTime() < APART_MS)
		return { failure, dueAt: goneSince ? slotAfter(row, at) : retryAt };
	const isSameRun = row.failingSince !== null && at.getTime() - row.failingSince.getTime() <= WITHIN_MS;
	const failingSince = goneSince || isSameRun ? (row.failingSince ?? at) : at;
	const failures = goneSince || isSameRun ? Math.min(row.failures + 1, GONE_AFTER) : 1;
	const isGone = goneSince !== null || failures >= GONE_AFTER;
	const dueAt = isGone ? slotAfter(row, at) : retryAt;
	return { failure, failures, failingSince, failedAt: at, goneSince: isGone ? failingSince : null, dueAt };
}

/** When a target that was asked at `at` is asked next: each has its own moment of the night, at least half a day later. */
export function slotAfter({ target, everyDays }: Pick<TargetHealth, "target" | "everyDays">, at: Date): Date {
	const after = at.getTime() + DAY_MS / 2 + (everyDays - 1) * DAY_MS;
	return new Date(slotFrom(target, after));
}

/** When a target that was never asked is asked first: within a day. */
export function firstSlot(target: string, at: Date): Date {
	return new Date(slotFrom(target, at.getTime()));
}

function slotFrom(target: string, from: number): number {
	const ofDay = OFF_PEAK.fromMs + spread(target, OFF_PEAK.lengthMs);
	const day = Math.floor((from - ofDay) / DAY_MS);
	const slot = day * DAY_MS + ofDay;
	return slot >= from ? slot : slot + DAY_MS;
}

/** The same fraction of a span for a target each time. */
function spread(target: string, spanMs: number): number {
	const bytes = Buffer.from(target.slice(0, 8), "base64url");
	return Math.floor((bytes.readUInt32BE(0) / 2 ** 32) * spanMs);
}

function later(at: Date, ms: number): Date {
	return new Date(at.getTime() + ms);
}
