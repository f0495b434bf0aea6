import type pg from "pg";
import { linkIsClosed } from "#server/moderation/disabling/closed-links.ts";
import { hostIsDisabled } from "#server/moderation/disabling/disabled-hosts.ts";
import { ownerIsTrusted } from "#server/moderation/disabling/trusted-owners.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { addressOn, type Origins } from "#server/platform/config/origins.ts";
import { DOMAIN_IS_LIVE } from "#server/platform/db/link-domain.ts";
import type { LinkCard } from "#shared/links/cards/card-override.ts";
import type { CardTarget, TargetVersions } from "#shared/links/cards/card-targets.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { effectOf, type ModerationReason, worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import type { Card } from "./card-page.ts";
import { Moved, TOO_LATE } from "./link-cache.ts";

export type PublicLink = {
	id: number;
	userId: string;
	/** Normalized: `new URL(x).href`. */
	targetUrl: string;
	title: string;
	description: string;
	imageUrl: string | null;
	/** Of an uploaded image; null for any other, and without one. */
	imageShape: ImageShape | null;
	cardVersion: number;
	/** Versions of targets with an older card (P292); null or absent for none. */
	cardVersions?: TargetVersions | null | undefined;
	cards: Partial<Record<CardTarget, PlatformCard>> | null;
	/** As its owner wrote it; views by another slug came through an alias. */
	linkSlug: string;
	/** `/go/{userSlug}/{linkSlug}` as its owner wrote it. */
	path: string;
	/** The verified own domain it is on; null or absent if none. */
	domain?: { id: number; host: string } | null | undefined;
	/** Those it was on, where it goes on answering; null or absent if none. */
	formerDomainIds?: number[] | null | undefined;
	/** Start and end in milliseconds; infinite without a limit. */
	startsAt: number;
	endsAt: number;
	/** The link after its end (P187); null for our own page. */
	after: PublicLink | null;
	/** Why people see the trust page first (P382); null if they don't. */
	warning: Warning | null;
	/** The address whose host the card shows: the link's target, wherever it leads now. */
	siteUrl: string;
	/** In milliseconds: creation, and the latest change of target, slug, times or card; null if none was recorded. */
	createdAt: number;
	changedAt: number | null;
};

export type Warning = { reasons: ModerationReason[]; isPlain: boolean };

export type PlatformCard = Omit<LinkCard, "target">;

/** A link, or that it is closed (`linkIsClosed`), without any data. */
export type KnownLink = PublicLink | "disabled";

/** A former address's current one; without a link if only its owner has moved. */
type MovedRow = { place: number; userSlug: string; movedTo: string | null; id: null };
type Row = Pick<
	PublicLink,
	| "id"
	| "userId"
	| "targetUrl"
	| "title"
	| "description"
	| "imageUrl"
	| "imageShape"
	| "cardVersion"
	| "cardVersions"
	| "cards"
	| "formerDomainIds"
> & {
	place: number;
	userSlug: string;
	linkSlug: string;
	isDisabled: boolean;
	reasons: ModerationReason[] | null;
	startsAt: Date | null;
	endsAt: Date | null;
	createdAt: Date;
	changedAt: Date | null;
	/** Null also if unverified or disabled. */
	domain: PublicLink["domain"];
	afterUrl: string | null;
};
type Asked = {
	userSlug: string;
	linkSlug: string;
	until: number;
	found: (link: KnownLink | Moved | null) => void;
	failed: (error: unknown) => void;
};

const FIND = {
	name: "go-find-links",
	text: `SELECT asked.place::int AS place, l.id, l.user_id AS "userId", l.target_url AS "targetUrl", l.title, l.description,
		l.image_url AS "imageUrl", (SELECT p.shape FROM pictures p WHERE p.image_url = l.image_url) AS "imageShape",
		l.card_version AS "cardVersion", l.card_versions AS "cardVersions",
		(SELECT jsonb_object_agg(c.target, jsonb_build_object('title', c.title, 'description', c.description,
			'imageUrl', c.image_url, 'color', c.color, 'buttonLabel', c.button_label,
			'imageShape', (SELECT p.shape FROM pictures p WHERE p.image_url = c.image_url)))
			FROM link_cards c WHERE c.link_id = l.id) AS cards,
	 l.link_slug AS "linkSlug", u.user_slug AS "userSlug",
		l.starts_at AS "startsAt", l.ends_at AS "endsAt", l.created_at AS "createdAt", l.changed_at AS "changedAt",
		CASE WHEN NOT ${hostIsDisabled("l.after_url")} THEN l.after_url END AS "afterUrl",
		${linkIsClosed({ link: "l", owner: "u" })} AS "isDisabled",
		(SELECT f.reasons FROM link_flags f WHERE f.link_id = l.id AND f.state = 'flagged' AND f.evidence <> 'words'
			AND NOT ${ownerIsTrusted("u")}) AS reasons,
		CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'host', d.host) END AS domain,
		nullif(l.former_domain_ids, '{}') AS "formerDomainIds", moved.link_slug AS "movedTo"
		FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (user_slug, link_slug, place)
		JOIN user_names n ON n.slug = asked.user_slug
		JOIN users u ON u.id = n.user_id
		LEFT JOIN links l ON u.user_slug = asked.user_slug
			AND l.user_id = u.id AND lower(l.link_slug) = asked.link_slug AND NOT l.deleted
		LEFT JOIN domains d ON d.id = l.domain_id AND d.user_id = l.user_id AND ${DOMAIN_IS_LIVE}
		LEFT JOIN LATERAL (
			SELECT c.link_slug FROM link_aliases a JOIN links c ON c.id = a.link_id AND NOT c.deleted
			WHERE l.id IS NULL AND u.user_slug = asked.user_slug
				AND a.user_id = u.id AND lower(a.slug) = asked.link_slug AND a.state = 'open'
		) AS moved ON true
		WHERE l.id IS NOT NULL OR moved.link_slug IS NOT NULL OR u.user_slug <> asked.user_slug`,
};
const ASKED_AT_ONCE = 500;
/** Ten queries' worth: while the database is silent, made-up names must not fill the memory. */
const WAITING_MAX = 10 * ASKED_AT_ONCE;

/**
 * Looks up links by lower-case slugs, deleted ones excluded. Requests during a query share the next one, so that a
 * flood needs one connection.
 * @param clock monotonic milliseconds
 * @returns a function that returns null for a missing link or forbidden target, and a former address's current one
 * @throws Error (from the returned function) of the database, on a timeout, or at once if too many wait
 */
export function createLinkFinder(
	pool: pg.Pool,
	{ waitMs = DEADLINES.linkLoad, clock = performance }: { waitMs?: number; clock?: { now(): number } } = {},
): (userSlug: string, linkSlug: string) => Promise<KnownLink | Moved | null> {
	let waiting: Asked[] = [];
	let isAsking = false;

	async function ask(): Promise<void> {
		isAsking = true;
		for (let asked = next(); asked.length > 0; asked = next()) await find(pool, asked);
		isAsking = false;
	}

	function next(): Asked[] {
		dropLate(clock.now());
		const asked = waiting.slice(0, ASKED_AT_ONCE);
		waiting = waiting.slice(ASKED_AT_ONCE);
		return asked;
	}

	function dropLate(at: number): void {
		let late = 0;
		while ((waiting[late]?.until ?? Number.POSITIVE_INFINITY) <= at) late += 1;
		if (late === 0) return;
		const error = new Error(TOO_LATE);
		for (const { failed } of waiting.splice(0, late)) failed(error);
	}

	return (userSlug, linkSlug) =>
		new Promise((found, failed) => {
			const at = clock.now();
			if (waiting.length >= WAITING_MAX) dropLate(at);
			if (waiting.length >= WAITING_MAX) return failed(new Error("Too many look-ups wait for the database"));
			waiting.push({ userSlug, linkSlug, until: at + waitMs, found, failed });
			if (!isAsking) void ask();
		});
}

async function find(pool: pg.Pool, asked: Asked[]): Promise<void> {
	try {
		const values = [asked.map(({ userSlug }) => userSlug), asked.map(({ linkSlug }) => linkSlug)];
		const { rows } = await pool.query<Row | MovedRow>({ ...FIND, values });
		const links = new Map(rows.map((row) => [row.place, known(row, asked[row.place - 1]?.linkSlug ?? "")]));
		for (const [at, { found }] of asked.entries()) found(links.get(at + 1) ?? null);
	} catch (error) {
		for (const { failed } of asked) failed(error);
	}
}

function known(row: Row | MovedRow, askedSlug: string): KnownLink | Moved | null {
	if (row.id === null) return new Moved(row.userSlug, row.movedTo ?? askedSlug);
	return row.isDisabled ? "disabled" : publicLink(row);
}

function publicLink({ id, userId, title, description, imageUrl, userSlug, linkSlug, ...row }: Row): PublicLink | null {
	const target = parseWebAddress(row.targetUrl);
	if (!target) return null;
	const after = row.afterUrl === null ? null : parseWebAddress(row.afterUrl);
	const link: PublicLink = {
		id,
		userId,
		targetUrl: target.href,
		title,
		description,
		imageUrl,
		imageShape: row.imageShape,
		cardVersion: row.cardVersion,
		cardVersions: row.cardVersions,
		cards: row.cards,
		linkSlug,
		path: publicLinkPath(userSlug, linkSlug),
		domain: row.domain,
		formerDomainIds: row.formerDomainIds,
		startsAt: row.startsAt?.getTime() ?? Number.NEGATIVE_INFINITY,
		endsAt: row.endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
		after: null,
		warning: warningOf(row.reasons),
		siteUrl: target.href,
		createdAt: row.createdAt.getTime(),
		changedAt: row.changedAt?.getTime() ?? null,
	};
	const shown = link.warning?.isPlain ? { ...link, ...plainCardOf(target) } : link;
	if (after) shown.after = { ...shown, targetUrl: after.href };
	return shown;
}

/** For visitors of owners who aren't trusted. */
function warningOf(reasons: ModerationReason[] | null): Warning | null {
	const worst = worstOf(reasons ?? []);
	if (!reasons || !worst) return null;
	const effect = effectOf(worst.evidence, false);
	return effect === "none" ? null : { reasons, isPlain: effect === "plain" };
}

/** A plain card contains nothing that the owner wrote. */
function plainCardOf({ href }: URL): Pick<PublicLink, "title" | "description" | "imageUrl" | "imageShape" | "cards"> {
	const description = "Check where this link leads before you continue.";
	return { title: `Link to ${shownHost(href)}`, description, imageUrl: null, imageShape: null, cards: null };
}

/** The address that a link is shown by: on its owner's domain where it has one. */
export function addressOf(
	{ path, linkSlug, domain }: Pick<PublicLink, "path" | "linkSlug" | "domain">,
	{ linksOrigin }: Pick<Origins, "linksOrigin">,
): string {
	return domain ? addressOn(linksOrigin, domain.host, linkSlug) : linksOrigin + path;
}

type CardRequest = {
	origins: Origins;
	destination: string;
	version: string;
	override?: PlatformCard | undefined;
	/** The card's version (P292); by default the link's. */
	cardVersion?: number;
	tagOf: TagOf;
};
export type TagOf = (link: PublicLink, imageUrl: string, cardVersion: number) => string;

/** What a page shows of a link, for one request. */
export function cardOf(link: PublicLink, request: CardRequest): Card {
	const { override } = request;
	const imageUrl = override?.imageUrl ?? link.imageUrl;
	return {
		title: override?.title ?? link.title,
		description: override?.description ?? link.description,
		imageUrl,
		imageShape: override?.imageUrl ? override.imageShape : link.imageShape,
		color: override?.color ?? null,
		button: override?.buttonLabel ?? null,
		imageTag: imageUrl?.startsWith("/") ? request.tagOf(link, imageUrl, request.cardVersion ?? link.cardVersion) : null,
		destination: request.destination,
		siteUrl: link.siteUrl,
		canonicalUrl: `${addressOf(link, request.origins)}${request.version}`,
		isOnDomain: Boolean(link.domain),
		...request.origins,
	};
}
