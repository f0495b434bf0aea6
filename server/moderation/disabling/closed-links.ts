import { hostIsDisabled } from "./disabled-hosts.ts";

/**
 * SQL for whether a link is closed: by an operator (P19, P384) or a list (P386). Everything public about a link checks
 * this.
 * @param names of the tables `links` and `users` in the query
 */
export function linkIsClosed({ link, owner }: { link: "l" | "links"; owner: "u" | "users" }): string {
	return `(${link}.disabled_at IS NOT NULL OR ${owner}.disabled_at IS NOT NULL OR ${hostIsDisabled(`${link}.target_url`)}
		OR EXISTS (SELECT FROM link_flags WHERE link_id = ${link}.id AND state = 'blocked'))`;
}
