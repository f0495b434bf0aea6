/**
 * SQL for whether an owner is trusted (P547): by an operator, or a paying account over a week old without confirmed
 * reports or closed targets.
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
 * SQL for whether an owner sees the flag `f`: not if cleared or without effect, as on a trusted owner's short link
 * (P390).
 */
export const FLAG_IS_SHOWN = `(f.state = 'blocked' OR (f.state = 'flagged' AND (f.evidence <> 'target'
	OR NOT (SELECT ${ownerIsTrusted("u")} FROM users u WHERE u.id = links.user_id))))`;
