import { hostIsDisabled } from "./disabled-hosts.ts";

/**
 * SQL for whether a link is closed for everyone: it, its owner or its target's host is disabled (P19), or an operator or a
 * list has blocked it (P384, P386). What is public about a link asks this.
 * @param names of the tables `links` and `users` in the query
 */
export function linkIsClosed({ link, owner }: { link: "l" | "links"; owner: "u" | "users" }): string {
	return `(${link}.disabled_at IS NOT NULL OR ${owner}.disabled_at IS NOT NULL OR ${hostIsDisabled(`${link}.target_url`)}
		OR EXISTS (SELECT FROM link_flags WHERE link_id = ${link}.id AND state = 'blocked'))`;
}
