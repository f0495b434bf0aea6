import type pg from "pg";
import type { Logger } from "pino";
import { createListener, type Listener } from "#server/platform/db/listener.ts";
import type { LinkCache } from "./link-cache.ts";

/**
 * The `NOTIFY` channel for changed links; the payload is `userSlug/linkSlug`, `userSlug/`, `@` and the host of a changed
 * domain, `!webhooks` where there is an event to send, or empty for all.
 */
const CHANNEL = "link_changed";

/** Invalidates changed links on notification. While `LISTEN` is disconnected, entries expire after a second. */
export function createLinkChanges(deps: {
	pool: pg.Pool;
	linkCache: Pick<LinkCache<object>, "invalidate" | "invalidateOwner" | "invalidateAll" | "isSubscribed">;
	/** Accounts' own domains, whose changes come on the same connection. */
	domains: { changed(host: string): void; changedAny(): void; isSubscribed(heard: boolean): void };
	/** Events for webhooks are notified on the same connection too. */
	wakeWebhooks: () => void;
	log: Logger;
}): Listener {
	const { pool, linkCache, domains, wakeWebhooks, log } = deps;

	function heard(payload: string): void {
		const [userSlug, linkSlug] = payload.split("/");
		if (payload === "!webhooks") wakeWebhooks();
		else if (payload.startsWith("@")) domains.changed(payload.slice(1));
		else if (userSlug && linkSlug) linkCache.invalidate(userSlug, linkSlug);
		else if (userSlug) linkCache.invalidateOwner(userSlug);
		else {
			linkCache.invalidateAll();
			domains.changedAny();
		}
	}

	const lostMessage = "changes of links are not heard; trying again";
	const hearing = (isHearing: boolean) => {
		linkCache.isSubscribed(isHearing);
		domains.isSubscribed(isHearing);
		if (isHearing) wakeWebhooks();
	};
	return createListener({ pool, channel: CHANNEL, heard, hearing, log, lostMessage });
}
