/**
 * SQL for whether an owner is trusted (P547): an operator says so, or the account is older than a week, has paid, and neither a
 * report against it was confirmed nor an operator has closed a target or brand of it. What the guard only suspects never
 * reaches such an owner's visitors.
 * @param user name of the table `users` in the query
 */
export function ownerIsTrusted(user: "u" | "users"): string {
	return `(${user}.trusted_at IS NOT NULL OR (${user}.created_at < now() - interval '7 days'
		AND EXISTS (SELECT FROM payments WHERE payments.user_id = ${user}.id AND payments.status = 'succeeded' AND payments.amount > 0)
		AND NOT EXISTS (SELECT FROM link_decisions d WHERE d.user_id = ${user}.id AND d.state = 'blocked')
		AND NOT EXISTS (SELECT FROM reports r JOIN links reported ON reported.id = r.link_id
			WHERE reported.user_id = ${user}.id AND r.outcome = 'disabled')))`;
}

/**
 * SQL for whether a link's owner is shown its flag `f`: not one that an operator has cleared, nor one of which nothing follows,
 * such as that of a trusted owner's short link (P390).
 */
export const FLAG_IS_SHOWN = `(f.state = 'blocked' OR (f.state = 'flagged' AND (f.evidence <> 'target'
	OR NOT (SELECT ${ownerIsTrusted("u")} FROM users u WHERE u.id = links.user_id))))`;
