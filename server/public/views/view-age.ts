import type { CountedView } from "./counted-view.ts";

const ADDRESS_DAYS = 90;
const AGENT_MONTHS = 13;

/** What a view may still have by its age (P23): older ones lose address and visitor, or the user agent. */
export type AgeLimits = { address: Date; agent: Date };

export function ageLimits(now: Date): AgeLimits {
	const address = new Date(now);
	address.setUTCDate(address.getUTCDate() - ADDRESS_DAYS);
	return { address, agent: monthsBefore(now, AGENT_MONTHS) };
}

/** The same day and time in an earlier month; in a shorter month it overflows into the next. */
export function monthsBefore(time: Date, months: number): Date {
	const earlier = new Date(time);
	earlier.setUTCMonth(earlier.getUTCMonth() - months);
	return earlier;
}

/** A view without expired data: a spool may deliver it after the daily deletion has passed its time. */
export function withoutExpired(view: CountedView, limits: AgeLimits): CountedView {
	if (view.at >= limits.address.getTime()) return view;
	const userAgent = view.at < limits.agent.getTime() ? "" : view.userAgent;
	return { ...view, ip: null, visitor: null, country: undefined, userAgent };
}
