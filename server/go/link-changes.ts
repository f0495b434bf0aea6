import type pg from "pg";
import type { Logger } from "pino";
import type { LinkCache } from "./link-cache.ts";

/** The channel on which the database tells of changed links; the payload is `userSlug/linkSlug`, or empty for all. */
const CHANNEL = "link_changed";
const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

export type LinkChanges = { start(): Promise<void>; stop(): Promise<void> };

/**
 * Hears from the database which links were made, changed, deleted or disabled, by whichever process or hand, and makes
 * the cache forget them. While nothing can be heard the cache trusts what it knows for a second only.
 */
export function createLinkChanges(deps: {
	pool: pg.Pool;
	linkCache: Pick<LinkCache<object>, "invalidate" | "invalidateAll" | "hearsChanges">;
	log: Logger;
}): LinkChanges {
	const { pool, linkCache, log } = deps;
	let listener: pg.PoolClient | null = null;
	let heartbeat: NodeJS.Timeout | undefined;
	let retry: NodeJS.Timeout | undefined;
	let isStopped = false;

	async function listen(): Promise<void> {
		try {
			const client = await pool.connect();
			if (isStopped) return client.release(true);
			listener = client;
			client.on("notification", hear);
			client.once("error", lost);
			client.once("end", lost);
			await client.query(`LISTEN ${CHANNEL}`);
			// Lost or stopped meanwhile.
			if (listener !== client) return;
			linkCache.hearsChanges(true);
			heartbeat = setInterval(() => client.query("SELECT 1").catch(lost), HEARTBEAT_MS);
		} catch (error) {
			lost(error);
		}
	}

	function hear({ payload = "" }: pg.Notification): void {
		const [userSlug, linkSlug] = payload.split("/");
		if (userSlug && linkSlug) linkCache.invalidate(userSlug, linkSlug);
		else linkCache.invalidateAll();
	}

	function lost(error: unknown): void {
		letGo(true);
		linkCache.hearsChanges(false);
		if (isStopped || retry !== undefined) return;
		log.warn({ err: error }, "changes of links are not heard; trying again");
		retry = setTimeout(() => {
			retry = undefined;
			void listen();
		}, RETRY_MS);
	}

	function letGo(isBroken: boolean): void {
		clearInterval(heartbeat);
		const client = listener;
		listener = null;
		if (client === null) return;
		client.off("notification", hear);
		client.off("error", lost);
		client.off("end", lost);
		client.release(isBroken);
	}

	return {
		start: listen,
		async stop() {
			isStopped = true;
			clearTimeout(retry);
			// A connection that listens is of no use to others.
			letGo(true);
		},
	};
}
