import type { CountedView } from "./counted-view.ts";

const ADDRESS_DAYS = 90;
const AGENT_MONTHS = 13;

/** What a view may still have, by when it was (P23): older ones have no address and no visitor, or no user agent. */
export type AgeLimits = { address: Date; agent: Date };

export function ageLimits(now: Date): AgeLimits {
	const address = new Date(now);
	address.setUTCDate(address.getUTCDate() - ADDRESS_DAYS);
	return { address, agent: monthsBefore(now, AGENT_MONTHS) };
}

/** The same day and time so many months earlier; in a shorter month, so many days into the next one. */
export function monthsBefore(time: Date, months: number): Date {
	const earlier = new Date(time);
	earlier.setUTCMonth(earlier.getUTCMonth() - months);
	return earlier;
}

/** A view as it may be stored now: a spool may bring it months later, when the daily deletion has passed its time. */
export function withoutExpired(view: CountedView, limits: AgeLimits): CountedView {
	if (view.at >= limits.address.getTime()) return view;
	const userAgent = view.at < limits.agent.getTime() ? "" : view.userAgent;
	return { ...view, ip: null, visitor: null, country: undefined, userAgent };
}
