import type { TargetFailure } from "#shared/links/health/target-failure.ts";

/** What the target's host answers, or why it doesn't. */
export const FAILURE_WORDS: Record<TargetFailure, (host: string) => string> = {
	"404": (host) => `${host} says that this page doesn't exist (404).`,
	"410": (host) => `${host} says that this page was removed (410).`,
	"no-such-name": (host) => `The domain of ${host} doesn't exist.`,
	refused: (host) => `${host} refuses connections.`,
	expired: (host) => `The certificate of ${host} has expired, so browsers warn people.`,
};

const dayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

/** 'Nov 20': the local day of a moment. */
export function shortDay(moment: string): string {
	return dayFormat.format(new Date(moment));
}
