type Options = {
	/** How much of a key is allowed in any span of `perMs`. */
	max: number;
	/** How much of it one account may take; see `createRateLimiter`. */
	perAccount?: number;
	perMs: number;
	/** In milliseconds. */
	now?: () => number;
};

/** What was taken. The amount may be corrected: until it's known, it is what it can be at most. */
export type Charge = { account: string; amount: number; at: number };

export type Refusal = {
	/** Whether the account has used its own share; otherwise others have used what it would need. */
	isOwn: boolean;
	/** Until the same amount would be allowed; at least 1. */
	retryAfterSeconds: number;
};

export type RateLimiter = {
	/** Takes this amount of a key, if it is allowed now; otherwise null. */
	take: (key: string, amount?: number, account?: string) => Charge | null;
	/** Why the same `take` was refused. */
	refusal: (key: string, amount?: number, account?: string) => Refusal;
	/** Counts an amount, whether it is allowed or not. */
	record: (key: string, amount?: number) => void;
	/** When `take` is allowed, as `now` counts; 0 where it is now. */
	readyAt: (key: string, account?: string, amount?: number) => number;
	/** Allows nothing of a key until then. */
	pause: (key: string, until: number) => void;
	/** Keys of which nothing is allowed now. */
	limited: () => string[];
	/** Forgets what was taken of a key. */
	reset: (key: string) => void;
};

/**
 * A sliding-window rate limiter per key, counted in this process.
 *
 * With `perAccount`, accounts share each key. An account that has used nothing is admitted until `max` is reached; the more
 * it has used itself, the less others can have used: after a third of its share half of `max`, after two thirds a third. So
 * a few busy accounts leave room for every other one.
 */
export function createRateLimiter({ max, perAccount, perMs, now = () => Date.now() }: Options): RateLimiter {
	const taken = new Map<string, Charge[]>();
	const paused = new Map<string, number>();
	let sweepAt = now() + perMs;

	function recent(key: string): Charge[] {
		const since = now() - perMs;
		return (taken.get(key) ?? []).filter(({ at }) => at > since);
	}

	function sweep(): void {
		if (now() < sweepAt) return;
		sweepAt = now() + perMs;
		for (const key of taken.keys()) if (recent(key).length === 0) taken.delete(key);
		for (const [key, until] of paused) if (until <= now()) paused.delete(key);
	}

	function isAllowed(charges: readonly Charge[], amount: number, account: string): boolean {
		const all = sumOf(charges);
		if (all + amount > max) return false;
		if (perAccount === undefined) return true;
		const own = sumOf(charges.filter((charge) => charge.account === account));
		const unit = perAccount / 3;
		return own + amount <= perAccount && (all - own) * (own + unit) <= max * unit;
	}

	/** Milliseconds until this amount is allowed. */
	function waitMs(key: string, amount: number, account: string): number {
		const pausedMs = (paused.get(key) ?? 0) - now();
		const charges = recent(key);
		if (isAllowed(charges, amount, account)) return Math.max(0, pausedMs);
		const last = charges.find((_, n) => isAllowed(charges.slice(n + 1), amount, account));
		return Math.max(pausedMs, last ? last.at + perMs - now() : perMs);
	}

	function add(key: string, amount: number, account: string): Charge {
		sweep();
		const charge = { account, amount, at: now() };
		taken.set(key, [...recent(key), charge]);
		return charge;
	}

	return {
		take: (key, amount = 1, account = "") => (waitMs(key, amount, account) > 0 ? null : add(key, amount, account)),
		refusal(key, amount = 1, account = "") {
			const own = sumOf(recent(key).filter((charge) => charge.account === account));
			const retryAfterSeconds = Math.max(1, Math.ceil(waitMs(key, amount, account) / 1_000));
			return { isOwn: own + amount > (perAccount ?? max), retryAfterSeconds };
		},
		record: (key, amount = 1) => void add(key, amount, ""),
		readyAt(key, account = "", amount = 1) {
			const wait = waitMs(key, amount, account);
			return wait > 0 ? now() + wait : 0;
		},
		pause: (key, until) => void paused.set(key, until),
		limited() {
			sweep();
			return [...new Set([...taken.keys(), ...paused.keys()])].filter((key) => waitMs(key, 1, "") > 0);
		},
		reset: (key) => void taken.delete(key),
	};
}

function sumOf(charges: readonly Charge[]): number {
	return charges.reduce((sum, { amount }) => sum + amount, 0);
}
