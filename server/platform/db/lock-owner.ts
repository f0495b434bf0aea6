import { eq } from "drizzle-orm";
import { users } from "#shared/account/auth/users.table.ts";
import type { Tx } from "./tx.ts";

/** Locks an account's row, always before its links, slugs and images. @returns false if the account was deleted */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
	const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
	return found.length > 0;
}
