import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The header of our self-test's requests: `{expiry in milliseconds}.{signature}`. */
export const OWN_MARK = "x-visualink-self-test";
const VALID_MS = 30_000;

export type OwnMark = ReturnType<typeof createOwnMark>;

/** Creates the signature of self-test requests, so that only those are excluded from counts (P202). */
export function createOwnMark({ sessionSecret, now }: { sessionSecret: string; now: () => Date }) {
	const key = createHmac("sha256", sessionSecret).update("self-test").digest();
	const signature = (until: string) => createHmac("sha256", key).update(until).digest("base64url");

	return {
		sign(): string {
			const until = String(now().getTime() + VALID_MS);
			return `${until}.${signature(until)}`;
		},
		/** Whether a request is our own. One lookup if it lacks the header. */
		isOn(headers: IncomingHttpHeaders): boolean {
			const mark = headers[OWN_MARK];
			if (mark === undefined) return false;
			const [until = "", given = ""] = String(mark).split(".");
			if (!/^\d{13}$/.test(until) || Number(until) < now().getTime()) return false;
			const expected = Buffer.from(signature(until));
			const received = Buffer.from(given);
			return received.length === expected.length && timingSafeEqual(received, expected);
		},
	};
}
