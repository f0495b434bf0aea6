import type pg from "pg";
import type { Logger } from "pino";
import { LINKS_NAMED, notifyOfViews } from "#server/platform/db/account-notifications.ts";
import type { CountedView } from "./counted-view.ts";

/** How long stored views are collected: a process notifies of an account's views once in this time. */
const TOGETHER_MS = 3_000;

/** Notifies every process which links of which accounts have new views (P437), after the visitor has been answered. */
export function createViewNotifications({ pool, log }: { pool: Pick<pg.Pool, "query">; log: Pick<Logger, "warn"> }) {
	/** By account; null for more links than one event names. */
	let seen = new Map<string, Set<number> | null>();
	let timer: NodeJS.Timeout | undefined;
	let sending = Promise.resolve();
	let isSending = false;
	let isStopped = false;

	function sendSoon(): void {
		if (isSending || isStopped) return;
		timer ??= setTimeout(() => {
			sending = send();
		}, TOGETHER_MS).unref();
	}

	/** One statement at a time, so that a slow database collects views and not statements. */
	async function send(): Promise<void> {
		const notifications = [...seen].map(([user, links]) => ({ user, links: links && [...links] }));
		seen = new Map();
		timer = undefined;
		isSending = true;
		await notifyOfViews(pool, notifications).catch((error: unknown) =>
			log.warn({ err: error }, "screens were not notified of views"),
		);
		isSending = false;
		if (seen.size > 0) sendSoon();
	}

	return {
		/** Takes views that are committed. */
		stored(views: readonly Pick<CountedView, "userId" | "linkId">[]): void {
			for (const { userId, linkId } of views) {
				const links = seen.get(userId);
				if (links === null) continue;
				if (links === undefined) seen.set(userId, new Set([linkId]));
				else if (links.add(linkId).size > LINKS_NAMED) seen.set(userId, null);
			}
			sendSoon();
		},
		/** Sends no more: what is not sent yet is read with the next page load. */
		async stop(): Promise<void> {
			isStopped = true;
			clearTimeout(timer);
			await sending;
		},
	};
}
