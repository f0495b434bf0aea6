import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The header by which our own test is told from a fetcher: `{milliseconds until it ends}.{signature}`. */
export const OWN_MARK = "x-visualink-self-test";
const VALID_MS = 30_000;

export type OwnMark = ReturnType<typeof createOwnMark>;

/** Signs what the self-test asks, so that it counts nowhere and nobody else can ask without being counted (P202). */
export function createOwnMark({ sessionSecret, now }: { sessionSecret: string; now: () => Date }) {
	const key = createHmac("sha256", sessionSecret).update("self-test").digest();
	const signature = (until: string) => createHmac("sha256", key).update(until).digest("base64url");

	return {
		/** The header's text for the next half minute. */
		sign(): string {
			const until = String(now().getTime() + VALID_MS);
			return `${until}.${signature(until)}`;
		},
		/** Whether a request is our own. Costs one look where there is no such header. */
		isOn(headers: IncomingHttpHeaders): boolean {
			const mark = headers[OWN_MARK];
			if (mark === undefined) return false;
			const [until = "", given = ""] = String(mark).split(".");
			if (!/^\d{13}$/.test(until) || Number(until) < now().getTime()) return false;
			const expected = Buffer.from(signature(until));
			const told = Buffer.from(given);
			return told.length === expected.length && timingSafeEqual(told, expected);
		},
	};
}
