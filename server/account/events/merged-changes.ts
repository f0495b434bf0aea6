import { LINKS_NAMED } from "#server/platform/db/account-notifications.ts";
import type { AccountChange } from "#shared/account/events/account-change.ts";

type Options = {
	perMs: number;
	deliver: (user: string, changes: AccountChange[]) => void;
};

/** Delivers an account's first change at once; those within `perMs` are merged by kind. */
export function createMergedChanges({ perMs, deliver }: Options) {
	/** Accounts with a delivery less than `perMs` ago, and their changes since. */
	const waiting = new Map<string, Map<AccountChange["kind"], AccountChange>>();
	const timers = new Map<string, NodeJS.Timeout>();

	function deliverNow(user: string, changes: AccountChange[]): void {
		waiting.set(user, new Map());
		timers.set(user, setTimeout(() => next(user), perMs).unref());
		deliver(user, changes);
	}

	function next(user: string): void {
		const changes = [...(waiting.get(user)?.values() ?? [])];
		waiting.delete(user);
		timers.delete(user);
		if (changes.length > 0) deliverNow(user, changes);
	}

	return {
		add(user: string, change: AccountChange): void {
			const later = waiting.get(user);
			if (later) later.set(change.kind, merged(later.get(change.kind), change));
			else deliverNow(user, [change]);
		},
		stop(): void {
			for (const timer of timers.values()) clearTimeout(timer);
		},
	};
}

function merged(earlier: AccountChange | undefined, change: AccountChange): AccountChange {
	if (earlier === undefined || !("links" in earlier) || !("links" in change)) return change;
	const links = earlier.links && change.links && [...new Set([...earlier.links, ...change.links])];
	return { ...change, links: links && links.length <= LINKS_NAMED ? links : null };
}
