import type pg from "pg";
import type { Logger } from "pino";
import { LINKS_NAMED, notifyOfViews } from "#server/platform/db/account-notifications.ts";
import type { CountedView } from "./counted-view.ts";

/** Notifications per account are collected over this interval. */
const TOGETHER_MS = 3_000;

/** Notifies every process of links with new views (P437), after the visitor was answered. */
export function createViewNotifications({ pool, log }: { pool: Pick<pg.Pool, "query">; log: Pick<Logger, "warn"> }) {
	/** By account; null if more links than one event can list. */
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

	/** One statement at a time: a slow database delays views, without piling up statements. */
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
		stored(views: readonly Pick<CountedView, "userId" | "linkId">[]): void {
			for (const { userId, linkId } of views) {
				const links = seen.get(userId);
				if (links === null) continue;
				if (links === undefined) seen.set(userId, new Set([linkId]));
				else if (links.add(linkId).size > LINKS_NAMED) seen.set(userId, null);
			}
			sendSoon();
		},
		/** Stops sending: the next page load shows the rest. */
		async stop(): Promise<void> {
			isStopped = true;
			clearTimeout(timer);
			await sending;
		},
	};
}
