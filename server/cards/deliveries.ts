import type pg from "pg";
import type { Logger } from "pino";
import { counter, type Figures } from "#server/work/figures.ts";
import { repeat } from "#server/work/repeat.ts";
import { readPictureTag } from "#shared/cards/delivery.ts";

/** How long a fetch waits to be written, together with others. */
const WRITE_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
/** Notes that wait at most; beyond it, with the database away, new ones are lost. */
const MOST_WAITING = 20_000;

type Fetched = { id: number; cardVersion: number };
type Seen = { firstAt: number; lastAt: number };
type Row = Seen & {
	linkId: number;
	version: number;
	platform: string;
	kind: "page" | "picture";
	/** The picture that was sent; null for a page. */
	imageUrl: string | null;
};
/** A picture that was sent, the address's own word for whose card it stands in, and the fetcher; null for anybody else. */
type Sent = { imageUrl: string; tag: unknown; platform: string | null };

/**
 * Rows of one batch that name the same are one; in order, so that two processes never wait for one another in a circle.
 * A tag is only believed with a picture that the link's owner has ever shown: the rest anybody could make up.
 */
const WRITE = {
	name: "cards-write-deliveries",
	text: `INSERT INTO deliveries (link_id, platform, version, kind, first_at, last_at)
		SELECT n.link_id, n.platform, n.version, n.kind, min(n.first_at), max(n.last_at)
		FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[])
			AS n (link_id, platform, version, kind, first_at, last_at, image_url)
		JOIN links l ON l.id = n.link_id AND n.version <= l.card_version
		WHERE n.image_url IS NULL
			OR EXISTS (SELECT FROM picture_owners o WHERE o.user_id = l.user_id AND o.image_url = n.image_url)
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (link_id, platform, version, kind) DO UPDATE SET
			first_at = least(deliveries.first_at, excluded.first_at),
			last_at = greatest(deliveries.last_at, excluded.last_at)`,
};

/**
 * Notes which platform has fetched which version of a card, and writes it down a second later, off the visitor's path
 * (P138). Writing twice what was noted once changes nothing; a process that is killed loses the last second's notes.
 */
export function createDeliveries({ pool, now, log }: { pool: pg.Pool; now: () => Date; log: Logger }) {
	/** By the link as the cache holds it, so that a note of what was noted before costs two look-ups and no memory. */
	let pages = new Map<Fetched, Map<string, Seen>>();
	/** By tag, platform and picture. */
	let pictures = new Map<string, Row>();
	let waiting = 0;
	let written = 0;
	let lost = 0;

	/** A preview fetcher was answered with the card of this link. */
	function page(link: Fetched, platform: string, at: number): void {
		let seen = pages.get(link);
		if (seen === undefined) {
			seen = new Map();
			pages.set(link, seen);
		}
		const known = seen.get(platform);
		if (known !== undefined) known.lastAt = at;
		else if (hasRoom()) seen.set(platform, { firstAt: at, lastAt: at });
	}

	/** Somebody was sent a picture; what has no tag, and whoever is no preview fetcher, is left alone. */
	function picture({ imageUrl, tag, platform }: Sent): void {
		const named = platform === null ? null : readPictureTag(tag);
		if (platform === null || named === null) return;
		const at = now().getTime();
		const key = `${tag}.${platform}.${imageUrl}`;
		const known = pictures.get(key);
		if (known !== undefined) known.lastAt = at;
		else if (hasRoom()) pictures.set(key, { ...named, platform, kind: "picture", imageUrl, firstAt: at, lastAt: at });
	}

	function hasRoom(): boolean {
		const isRoom = waiting < MOST_WAITING;
		if (isRoom) waiting += 1;
		else lost += 1;
		return isRoom;
	}

	function takeAll(): Row[] {
		const rows = [...pictures.values()];
		for (const [{ id, cardVersion }, seen] of pages)
			for (const [platform, times] of seen) {
				rows.push({ ...times, linkId: id, version: cardVersion, platform, kind: "page", imageUrl: null });
			}
		pages = new Map();
		pictures = new Map();
		waiting = 0;
		return rows;
	}

	let unwritten: Row[] = [];

	async function write(): Promise<undefined> {
		const all = [...unwritten, ...takeAll()];
		const rows = all.slice(0, MOST_WAITING);
		lost += all.length - rows.length;
		if (rows.length === 0) return;
		unwritten = rows;
		await pool.query({
			...WRITE,
			values: [
				rows.map(({ linkId }) => linkId),
				rows.map(({ platform }) => platform),
				rows.map(({ version }) => version),
				rows.map(({ kind }) => kind),
				rows.map(({ firstAt }) => new Date(firstAt)),
				rows.map(({ lastAt }) => new Date(lastAt)),
				rows.map(({ imageUrl }) => imageUrl),
			],
		});
		unwritten = [];
		written += rows.length;
	}

	const failed = (error: unknown) => log.warn({ err: error }, "fetches of cards were not written; trying again");
	const writing = repeat({ work: write, everyMs: WRITE_EVERY_MS, retryMs: RETRY_MS, failed });
	const figures: Figures = {
		part: "deliveries",
		read: () => [
			counter("visualink_deliveries_written_total", "Fetches of cards that were written down.", written),
			counter("visualink_deliveries_lost_total", "Fetches of cards that nobody had room for.", lost),
		],
	};

	return {
		page,
		picture,
		figures: [figures],
		start: () => writing.start(),
		/** Writes what is left. */
		async stop(): Promise<void> {
			await writing.stop();
			await write().catch(failed);
		},
	};
}
