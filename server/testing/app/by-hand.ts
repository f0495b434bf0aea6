import type pg from "pg";

/** Accepts the terms for someone who has signed in. */
export async function consentByHand(pool: pg.Pool, email: string): Promise<void> {
	await pool.query("INSERT INTO user_consents (user_id) SELECT id FROM users WHERE email = $1", [email]);
}

/** Gives someone who has signed in the plan without limits, which no sandbox knows of, so that none can end it. */
export async function planByHand(pool: pg.Pool, email: string): Promise<void> {
	await pool.query(
		`INSERT INTO subscriptions
			(user_id, stripe_subscription_id, stripe_price_id, status, plan_id, current_period_start, current_period_end)
		SELECT id, 'sub_by_hand_' || id, 'price_by_hand', 'active', 'enterprise', '2000-01-01', '2100-01-01'
		FROM users WHERE email = $1`,
		[email],
	);
}
