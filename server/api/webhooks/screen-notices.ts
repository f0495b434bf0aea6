import type { Logger } from "pino";
import { repeat } from "#server/platform/work/repeat.ts";

/** Each notification takes a lock of the whole database at its commit. */
const APART_MS = 1_000;

type Options = { notify: (userId: string) => Promise<void>; log: Pick<Logger, "warn"> };

/** Notifies open pages of an account at most once a second, however much is sent. */
export function createScreenNotices({ notify, log }: Options) {
	let waiting = new Set<string>();
	let ranAt = Number.NEGATIVE_INFINITY;
	const work = repeat({
		async work() {
			const waitMs = ranAt + APART_MS - performance.now();
			if (waitMs > 0) return waitMs;
			const users = waiting;
			waiting = new Set();
			if (users.size === 0) return null;
			ranAt = performance.now();
			for (const user of users) await notify(user);
			return APART_MS;
		},
		everyMs: null,
		failed: (error) => log.warn({ err: error }, "screens were not notified of webhooks"),
	});
	return {
		add(userId: string): void {
			waiting.add(userId);
			work.wake();
		},
		start: work.start,
		stop: work.stop,
	};
}
