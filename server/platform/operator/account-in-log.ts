import { createHmac, hkdfSync, randomBytes } from "node:crypto";

export const LOGGED_ACCOUNT = /^log:[0-9a-f]{16}$/;

/**
 * Names accounts in the log by a keyed hash, because Google's ids are the same everywhere.
 * @param secret shared by processes; null: names change at each start
 */
export function accountInLog(secret: string | null): (userId: string) => string {
	const key =
		secret === null ? randomBytes(32) : Buffer.from(hkdfSync("sha256", secret, "", "accounts in the log", 32));
	return (userId) => `log:${createHmac("sha256", key).update(userId).digest("hex").slice(0, 16)}`;
}
