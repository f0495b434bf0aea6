import type pg from "pg";
import type { Logger } from "pino";
import { createListener, type Listener } from "#server/platform/db/listener.ts";
import type { LinkCache } from "./link-cache.ts";

/** The `NOTIFY` channel for changed links; the payload is `userSlug/linkSlug`, `userSlug/`, or empty for all. */
const CHANNEL = "link_changed";

/** Invalidates changed links on notification. While `LISTEN` is disconnected, entries expire after a second. */
export function createLinkChanges(deps: {
	pool: pg.Pool;
	linkCache: Pick<LinkCache<object>, "invalidate" | "invalidateOwner" | "invalidateAll" | "isSubscribed">;
	log: Logger;
}): Listener {
	const { pool, linkCache, log } = deps;

	function heard(payload: string): void {
		const [userSlug, linkSlug] = payload.split("/");
		if (userSlug && linkSlug) linkCache.invalidate(userSlug, linkSlug);
		else if (userSlug) linkCache.invalidateOwner(userSlug);
		else linkCache.invalidateAll();
	}

	const lostMessage = "changes of links are not heard; trying again";
	return createListener({ pool, channel: CHANNEL, heard, hearing: linkCache.isSubscribed, log, lostMessage });
}
