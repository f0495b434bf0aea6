import type { WaitingEndpoint } from "./due-deliveries.ts";

type Read = (after: number, atMost: number) => Promise<WaitingEndpoint[]>;
type Options = {
	/** The endpoints with larger ids than `after`, the smallest first. */
	read: Read;
	atOnce: number;
};

/**
 * Goes through the endpoints that have something waiting, some at a time, so that a run has a bound however many there are.
 * A round ends after the last endpoint; the next one begins with the first.
 */
export function createEndpointRounds({ read, atOnce }: Options) {
	let after = 0;
	let soonest = Number.POSITIVE_INFINITY;
	let seen = new Set<number>();
	/** Something may have become due at an endpoint that this round has passed. */
	let isStale = false;
	let isOpen = false;

	async function next(): Promise<WaitingEndpoint[]> {
		// A run that failed has passed endpoints without looking at them.
		isStale ||= isOpen;
		const some = await read(after, atOnce);
		isOpen = true;
		for (const { id } of some) seen.add(id);
		after = some.length < atOnce ? 0 : (some.at(-1)?.id ?? 0);
		return some;
	}

	/**
	 * Ends what `next` began.
	 * @param dueAt when the first of these endpoints is due, in milliseconds
	 * @returns null within a round: go on now. Else when the first of all is due, and which endpoints the round had.
	 */
	function done(dueAt: number): { dueAt: number; ids: ReadonlySet<number> } | null {
		isOpen = false;
		soonest = Math.min(soonest, dueAt);
		if (after > 0) return null;
		const round = { dueAt: isStale ? 0 : soonest, ids: seen };
		soonest = Number.POSITIVE_INFINITY;
		seen = new Set();
		isStale = false;
		return round;
	}

	return {
		next,
		done,
		/** Something has become due: one that the round has passed is looked at by another round. */
		wake(): void {
			isStale ||= isOpen || after > 0;
		},
	};
}
