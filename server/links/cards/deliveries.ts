import type pg from "pg";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { notifyOfDeliveries } from "#server/platform/db/account-notifications.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { cardVersionFor, type TargetVersions } from "#shared/links/cards/card-targets.ts";
import type { ImageTags } from "./image-tags.ts";

const WRITE_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
/** The queue's bound; if the database is unavailable, further receipts are dropped. */
const MOST_WAITING = 20_000;

type Fetched = { id: number; cardVersion: number; cardVersions?: TargetVersions | null | undefined };
type Seen = { firstAt: number; lastAt: number };
type Row = Seen & {
	linkId: number;
	version: number;
	platform: string;
	kind: "page" | "picture";
};
/** `platform` is null if it wasn't a preview fetcher. */
type Sent = { imageUrl: string; tag: unknown; platform: string | null };

/** Duplicates in a batch are merged. Rows are sorted, so that two processes can't deadlock. */
const WRITE = {
	name: "cards-write-deliveries",
	text: `INSERT INTO deliveries (link_id, platform, version, kind, first_at, last_at)
		SELECT n.link_id, n.platform, n.version, n.kind, min(n.first_at), max(n.last_at)
		FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[])
			AS n (link_id, platform, version, kind, first_at, last_at)
		JOIN links l ON l.id = n.link_id AND n.version <= l.card_version
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (link_id, platform, version, kind) DO UPDATE SET
			first_at = least(deliveries.first_at, excluded.first_at),
			last_at = greatest(deliveries.last_at, excluded.last_at)`,
};
/** Stored versions per platform and kind (P138): a card can change every second. */
const VERSIONS = 10;
const PRUNE = {
	name: "cards-prune-deliveries",
	text: `DELETE FROM deliveries d
		USING (SELECT DISTINCT * FROM unnest($1::int[], $2::text[], $3::text[])) AS n (link_id, platform, kind)
		WHERE d.link_id = n.link_id AND d.platform = n.platform AND d.kind = n.kind AND d.version <= (
			SELECT o.version FROM deliveries o WHERE o.link_id = n.link_id AND o.platform = n.platform AND o.kind = n.kind
			ORDER BY o.version DESC OFFSET ${VERSIONS} LIMIT 1)`,
};

type Options = { pool: pg.Pool; tags: Pick<ImageTags, "read">; now: () => Date; log: Logger };

/** Batches receipts off the visitor's path (P138). Writes are idempotent; a killed process loses the last second. */
export function createDeliveries({ pool, tags, now, log }: Options) {
	/** Keyed by the cached link, so that a repeated receipt costs two lookups and no memory. */
	let pages = new Map<Fetched, Map<string, Seen>>();
	let storedImages = new Map<string, Row>();
	let waiting = 0;
	const metrics = new PartRegistry("deliveries");
	const written = new Counter({
		name: "visualink_deliveries_written_total",
		help: "Fetches of cards that were written down.",
		registers: [metrics],
	});
	const lost = new Counter({
		name: "visualink_deliveries_lost_total",
		help: "Fetches of cards that nobody had room for.",
		registers: [metrics],
	});

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

	function picture({ imageUrl, tag, platform }: Sent): void {
		if (platform === null) return;
		const at = now().getTime();
		const key = `${tag}.${platform}.${imageUrl}`;
		const known = storedImages.get(key);
		if (known !== undefined) {
			known.lastAt = at;
			return;
		}
		const named = tags.read(tag, imageUrl);
		if (named !== null && hasRoom())
			storedImages.set(key, { ...named, platform, kind: "picture", firstAt: at, lastAt: at });
	}

	function hasRoom(): boolean {
		const isRoom = waiting < MOST_WAITING;
		if (isRoom) waiting += 1;
		else lost.inc();
		return isRoom;
	}

	function takeAll(): Row[] {
		const rows = [...storedImages.values()];
		for (const [link, seen] of pages)
			for (const [platform, times] of seen) {
				const version = cardVersionFor(link, platform);
				rows.push({ ...times, linkId: link.id, version, platform, kind: "page" });
			}
		pages = new Map();
		storedImages = new Map();
		waiting = 0;
		return rows;
	}

	let unwritten: Row[] = [];

	async function write(): Promise<undefined> {
		const all = [...unwritten, ...takeAll()];
		const rows = all.slice(0, MOST_WAITING);
		lost.inc(all.length - rows.length);
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
			],
		});
		const manyVersions = rows.filter(({ version }) => version > VERSIONS);
		if (manyVersions.length > 0)
			await pool.query({
				...PRUNE,
				values: [
					manyVersions.map(({ linkId }) => linkId),
					manyVersions.map(({ platform }) => platform),
					manyVersions.map(({ kind }) => kind),
				],
			});
		unwritten = [];
		written.inc(rows.length);
		await notifyOfDeliveries(
			pool,
			rows.map(({ linkId }) => linkId),
		).catch((error: unknown) => log.warn({ err: error }, "screens were not notified of fetches of cards"));
	}

	const failed = (error: unknown) => log.warn({ err: error }, "fetches of cards were not written; trying again");
	const writing = repeat({ work: write, everyMs: WRITE_EVERY_MS, retryMs: RETRY_MS, failed });

	return {
		page,
		picture,
		metrics,
		start: () => writing.start(),
		async stop(): Promise<void> {
			await writing.stop();
			await write().catch(failed);
		},
	};
}
