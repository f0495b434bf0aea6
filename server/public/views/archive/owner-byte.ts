import { createHash } from "node:crypto";

/** Which of 256 groups an owner is in; the bucket of an archived month is its lowest bits. */
export function ownerByte(userId: string): number {
	return createHash("md5").update(userId).digest()[0] ?? 0;
}

/** The same in SQL. */
export const OWNER_BYTE = "get_byte(decode(md5(user_id), 'hex'), 0)";
