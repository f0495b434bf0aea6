import type pg from "pg";
import { hostIsDisabled } from "#server/disabling/disabled-hosts.ts";
import { publicLinkPath } from "#shared/api-paths.ts";
import { pictureTag } from "#shared/cards/delivery.ts";
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
	/** From 1; names the card that its fetchers were given. */
	cardVersion: number;
	/** `/go/{userSlug}/{linkSlug}` as its owner wrote it. */
	path: string;
};

/** A link, or that an operator has disabled it, its owner or its target's host: then nothing more is known of it. */
export type KnownLink = PublicLink | "disabled";

type Row = Omit<PublicLink, "path"> & { place: number; userSlug: string; linkSlug: string; isDisabled: boolean };
type Asked = {
	userSlug: string;
	linkSlug: string;
	found: (link: KnownLink | null) => void;
	failed: (error: unknown) => void;
};

const FIND = {
	name: "go-find-links",
	text: `SELECT asked.place::int AS place, l.id, l.user_id AS "userId", l.target_url AS "targetUrl", l.title, l.description,
		l.image_url AS "imageUrl", l.card_version AS "cardVersion", l.link_slug AS "linkSlug", u.user_slug AS "userSlug",
		(l.disabled_at IS NOT NULL OR u.disabled_at IS NOT NULL OR ${hostIsDisabled("l.target_url")}) AS "isDisabled"
		FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (user_slug, link_slug, place)
		JOIN users u ON u.user_slug = asked.user_slug
		JOIN links l ON l.user_id = u.id AND lower(l.link_slug) = asked.link_slug AND NOT l.deleted`,
};
const ASKED_AT_ONCE = 500;

/**
 * Looks up links that have not been deleted, by slugs in lower case. What is asked while a query is under way is asked
 * together in the next one, so that a flood of look-ups needs one connection.
 * @returns a function whose result is null when there is no such link, or its target is not one that a visitor may be
 * sent to
 */
export function createLinkFinder(pool: pg.Pool): (userSlug: string, linkSlug: string) => Promise<KnownLink | null> {
	let waiting: Asked[] = [];
	let isAsking = false;

	async function ask(): Promise<void> {
		isAsking = true;
		while (waiting.length > 0) {
			const asked = waiting.slice(0, ASKED_AT_ONCE);
			waiting = waiting.slice(ASKED_AT_ONCE);
			await find(pool, asked);
		}
		isAsking = false;
	}

	return (userSlug, linkSlug) =>
		new Promise((found, failed) => {
			waiting.push({ userSlug, linkSlug, found, failed });
			if (!isAsking) void ask();
		});
}

async function find(pool: pg.Pool, asked: Asked[]): Promise<void> {
	try {
		const values = [asked.map(({ userSlug }) => userSlug), asked.map(({ linkSlug }) => linkSlug)];
		const { rows } = await pool.query<Row>({ ...FIND, values });
		const links = new Map<number, KnownLink | null>(
			rows.map((row) => [row.place, row.isDisabled ? "disabled" : publicLink(row)]),
		);
		for (const [at, { found }] of asked.entries()) found(links.get(at + 1) ?? null);
	} catch (error) {
		for (const { failed } of asked) failed(error);
	}
}

function publicLink({ place: _, isDisabled: __, userSlug, linkSlug, ...row }: Row): PublicLink | null {
	const target = parseWebAddress(row.targetUrl);
	return target && { ...row, targetUrl: target.href, path: publicLinkPath(userSlug, linkSlug) };
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
		pictureTag: pictureTag(link.id, link.cardVersion),
		destination: request.destination,
		canonicalUrl: `${request.publicOrigin}${link.path}${request.version}`,
		publicOrigin: request.publicOrigin,
	};
}
