import { createHmac, hkdfSync, randomBytes } from "node:crypto";

/** How an account is named in the log, and by operators who look it up. */
export const LOGGED_ACCOUNT = /^log:[0-9a-f]{16}$/;

/**
 * Names accounts in the log by a keyed hash: their id is Google's for that person, in every service that asks Google.
 * @param secret the same for all processes, so that an account has one name; null: another one after each start
 */
export function accountInLog(secret: string | null): (userId: string) => string {
	const key =
		secret === null ? randomBytes(32) : Buffer.from(hkdfSync("sha256", secret, "", "accounts in the log", 32));
	return (userId) => `log:${createHmac("sha256", key).update(userId).digest("hex").slice(0, 16)}`;
}
