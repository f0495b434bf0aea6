/** How much of something is allowed in a minute: for all accounts together, and for one. */
export type SharedLimit = { all: number; account: number };

/** What was taken. Until it's known how much that was, the amount is what it can be at most. */
export type Charge = { account: string; amount: number; at: number };

/** @see createSharedRate */
export type Refusal = {
	/** Whether the account has used its own share; otherwise others have used what it would need. */
	isOwn: boolean;
	/** Until the same amount would be allowed; at least 1. */
	retryAfterSeconds: number;
};

type Options = SharedLimit & { perMs: number; now: () => number };

export type SharedRate = ReturnType<typeof createSharedRate>;

/**
 * A sliding-window rate limit per key that accounts share, counted in this process. An account that has used nothing may go
 * on until the limit of all is reached; the more it has used itself, the less others can have used: after a third of its
 * share half of that limit, after two thirds a third. So a few busy accounts leave room for every other one.
 */
export function createSharedRate({ all, account: share, perMs, now }: Options) {
	const taken = new Map<string, Charge[]>();
	let sweepAt = now() + perMs;

	function recent(key: string): Charge[] {
		const since = now() - perMs;
		return (taken.get(key) ?? []).filter(({ at }) => at > since);
	}

	function sweep(): void {
		if (now() < sweepAt) return;
		sweepAt = now() + perMs;
		for (const key of taken.keys()) if (recent(key).length === 0) taken.delete(key);
	}

	function isAllowed(charges: readonly Charge[], account: string, amount: number): boolean {
		const own = sumOf(charges.filter((charge) => charge.account === account));
		const others = sumOf(charges) - own;
		const unit = share / 3;
		if (own + amount > share || own + others + amount > all) return false;
		return others * (own + unit) <= all * unit;
	}

	/** Takes this amount of a key for an account. The charge's amount may be corrected once it's known. */
	function take(key: string, account: string, amount: number): Charge | Refusal {
		sweep();
		const charges = recent(key);
		if (!isAllowed(charges, account, amount)) return refusal(charges, account, amount);
		const charge = { account, amount, at: now() };
		taken.set(key, [...charges, charge]);
		return charge;
	}

	function refusal(charges: readonly Charge[], account: string, amount: number): Refusal {
		const own = charges.filter((charge) => charge.account === account);
		const isOwn = sumOf(own) + amount > share;
		const last = charges.find((_, n) => isAllowed(charges.slice(n + 1), account, amount));
		const leftMs = last ? last.at + perMs - now() : perMs;
		return { isOwn, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
	}

	return { take };
}

function sumOf(charges: readonly Charge[]): number {
	return charges.reduce((sum, { amount }) => sum + amount, 0);
}
