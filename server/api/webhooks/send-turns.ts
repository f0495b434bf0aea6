import type { WaitingEndpoint } from "./due-deliveries.ts";

/**
 * Sends at once of one process: in all, of one account and of one endpoint. A slow or failing endpoint has one, and all
 * such endpoints together leave half of the sends to the others; there, new events and retries take turns.
 */
export const SENDS = { all: 64, account: 8, endpoint: 4, slowEndpoint: 1, slow: 32 } as const;
/** An answer that takes longer is slow. */
const SLOW_MS = 3_000;

type Endpoint = Pick<WaitingEndpoint, "id" | "userId">;

/** Shares a process's sends between endpoints and accounts, however many deliveries each has due. */
export function createSendTurns() {
	const ofEndpoint = new Map<number, number>();
	const ofAccount = new Map<string, number>();
	const slow = new Set<number>();
	const slowUnderWay = new Set<symbol>();
	/** Slow endpoints whose last send was a new event. */
	const hadNew = new Set<number>();
	const lastTurn = new Map<number, number>();
	let begun = 0;
	let underWay = 0;

	/** How many deliveries each of these endpoints may send now: one each, the longest without a turn first, then a second. */
	function roomFor(endpoints: readonly Endpoint[]): Map<number, number> {
		const due = endpoints.toSorted((one, other) => (lastTurn.get(one.id) ?? 0) - (lastTurn.get(other.id) ?? 0));
		const room = new Map<number, number>();
		const account = new Map(ofAccount);
		let free = SENDS.all - underWay;
		let freeForSlow = SENDS.slow - slowUnderWay.size;
		for (let round = 0; round < SENDS.endpoint; round += 1) {
			for (const { id, userId } of due) {
				const isSlow = slow.has(id);
				const most = isSlow ? SENDS.slowEndpoint : SENDS.endpoint;
				const given = room.get(id) ?? 0;
				const isFull = (ofEndpoint.get(id) ?? 0) + given >= most || (account.get(userId) ?? 0) >= SENDS.account;
				if (free <= 0 || given > round || isFull || (isSlow && freeForSlow <= 0)) continue;
				room.set(id, given + 1);
				account.set(userId, (account.get(userId) ?? 0) + 1);
				free -= 1;
				if (isSlow) freeForSlow -= 1;
			}
		}
		return room;
	}

	/** Those of these endpoints at which a new event goes before retries: they are slow, and it's not the retries' turn. */
	function newFirst(ids: Iterable<number>): number[] {
		return [...ids].filter((id) => slow.has(id) && !hadNew.has(id));
	}

	/** Counts a send that begins. @returns to be called when it has ended; `isWell` null: it says nothing of the endpoint */
	function begin({ id, userId }: Endpoint, isNew: boolean): (isWell: boolean | null, tookMs: number) => void {
		const turn = Symbol();
		add(ofEndpoint, id, 1);
		add(ofAccount, userId, 1);
		underWay += 1;
		begun += 1;
		lastTurn.set(id, begun);
		if (slow.has(id)) slowUnderWay.add(turn);
		if (isNew && slow.has(id)) hadNew.add(id);
		else hadNew.delete(id);
		return (isWell, tookMs) => {
			add(ofEndpoint, id, -1);
			add(ofAccount, userId, -1);
			underWay -= 1;
			slowUnderWay.delete(turn);
			if (isWell === false || tookMs > SLOW_MS) slow.add(id);
			else if (isWell) slow.delete(id);
		};
	}

	/** Forgets endpoints that have nothing to send. */
	function keepOnly(ids: ReadonlySet<number>): void {
		for (const known of [slow, hadNew]) {
			for (const id of known) if (!ids.has(id)) known.delete(id);
		}
		for (const id of lastTurn.keys()) if (!ids.has(id)) lastTurn.delete(id);
	}

	return { roomFor, newFirst, begin, keepOnly };
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
	const count = (counts.get(key) ?? 0) + change;
	if (count > 0) counts.set(key, count);
	else counts.delete(key);
}
