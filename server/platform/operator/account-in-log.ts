import { createHmac, hkdfSync, randomBytes } from "node:crypto";

/** An account's name in the log and in operators' look-ups. */
export const LOGGED_ACCOUNT = /^log:[0-9a-f]{16}$/;

/**
 * Names accounts in the log by a keyed hash: Google's ids are the same in every service.
 * @param secret shared by all processes; null: names change at each start
 */
export function accountInLog(secret: string | null): (userId: string) => string {
	const key =
		secret === null ? randomBytes(32) : Buffer.from(hkdfSync("sha256", secret, "", "accounts in the log", 32));
	return (userId) => `log:${createHmac("sha256", key).update(userId).digest("hex").slice(0, 16)}`;
}
