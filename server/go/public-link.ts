import type pg from "pg";
import { publicLinkPath } from "#shared/api-paths.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import type { Card } from "./card-page.ts";

/** What `/go` knows of a link. */
export type PublicLink = {
	id: number;
	userId: string;
	/** Normalised: `new URL(x).href`. */
	targetUrl: string;
	title: string;
	description: string;
	imageUrl: string | null;
	/** `/go/{userSlug}/{linkSlug}` as its owner wrote it. */
	path: string;
};

type Row = Omit<PublicLink, "path"> & { userSlug: string; linkSlug: string };

const FIND = {
	name: "go-find-link",
	text: `SELECT l.id, l.user_id AS "userId", l.target_url AS "targetUrl", l.title, l.description,
		l.image_url AS "imageUrl", l.link_slug AS "linkSlug", u.user_slug AS "userSlug"
		FROM users u JOIN links l ON l.user_id = u.id
		WHERE u.user_slug = $1 AND lower(l.link_slug) = $2 AND NOT l.deleted`,
};

/**
 * Looks up a link that has not been deleted, by slugs in lower case.
 * @returns null when there is none, or when its target is not one that a visitor may be sent to
 */
export async function findPublicLink(pool: pg.Pool, userSlug: string, linkSlug: string): Promise<PublicLink | null> {
	const { rows } = await pool.query<Row>({ ...FIND, values: [userSlug, linkSlug] });
	const row = rows[0];
	const target = row && parseWebAddress(row.targetUrl);
	if (!row || !target) return null;
	const { userSlug: owner, linkSlug: slug, ...rest } = row;
	return { ...rest, targetUrl: target.href, path: publicLinkPath(owner, slug) };
}

/** What a page shows of a link, for one request. */
export function cardOf(
	link: PublicLink,
	request: { publicOrigin: string; destination: string; version: string },
): Card {
	return {
		title: link.title,
		description: link.description,
		imageUrl: link.imageUrl,
		destination: request.destination,
		canonicalUrl: `${request.publicOrigin}${link.path}${request.version}`,
		publicOrigin: request.publicOrigin,
	};
}
