import { createHmac, hkdfSync } from "node:crypto";
import { domainToASCII } from "node:url";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { keptIdentities } from "#shared/moderation/disabling/kept-identities.table.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";

type Reader = Pick<Db, "select">;
type Identity = { sub: string; email: string };
/**
 * Keeps operators' decisions beyond an account's deletion (P463), by keyed hashes of Google's `sub` and the mailbox.
 * @param secret with another one nobody is recognized (docs/decisions/0071)
 */
export function createKeptIdentities({ secret }: { secret: string }) {
	const key = Buffer.from(hkdfSync("sha256", secret, "", "kept identities", 32));
	const hashed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
	const ofMailbox = (email: string) => hashed(`mailbox ${mailboxOf(email)}`);
	const hashesOf = ({ sub, email }: Identity) => [hashed(`google ${sub}`), ofMailbox(email)];

	/** Stores the hashes of a deleted account's person if an operator's decision applies; else removes earlier ones. */
	async function keep(
		tx: Tx,
		{ id, email, disabledAt }: { id: string; email: string; disabledAt: Date | null },
	): Promise<void> {
		if (!disabledAt && !(await hasBlocked(tx, id))) return forgetHashes(tx, id);
		await tx
			.insert(keptIdentities)
			.values(hashesOf({ sub: id, email }).map((hash) => ({ hash, userId: id })))
			.onConflictDoUpdate({ target: keptIdentities.hash, set: { userId: id } });
	}

	/** Decisions that apply to a person who signs in for the first time; null for none. */
	async function find(reader: Reader, identity: Identity) {
		const kept = await rowsOf(reader, hashesOf(identity));
		const alive = await disabledMailbox(reader, identity.email);
		if (kept.length === 0 && !alive) return null;
		const since = [...kept, ...(alive ? [alive] : [])].flatMap(({ disabledAt }) => disabledAt ?? []);
		since.sort((one, other) => one.getTime() - other.getTime());
		const userIds = [...new Set(kept.map(({ id }) => id))];
		return {
			userSlug: kept.at(-1)?.userSlug ?? alive?.userSlug ?? null,
			/** When the person was disabled; null if only decisions about links apply. */
			disabledAt: since[0] ?? null,
			moveTo: (tx: Tx, userId: string) => move(tx, { userIds, userId }),
		};
	}

	async function userIdOf(reader: Reader, email: string): Promise<string | null> {
		const [row] = await rowsOf(reader, [ofMailbox(email)]);
		return row?.id ?? null;
	}

	return { keep, find, userIdOf };
}

async function move(tx: Tx, { userIds, userId }: { userIds: string[]; userId: string }): Promise<void> {
	if (userIds.length === 0) return;
	await tx.update(keptIdentities).set({ userId }).where(inArray(keptIdentities.userId, userIds));
	const decided = await tx.select().from(linkDecisions).where(inArray(linkDecisions.userId, userIds));
	if (decided.length > 0) {
		await tx
			.insert(linkDecisions)
			.values(decided.map((row) => ({ ...row, userId })))
			.onConflictDoNothing();
		await tx.delete(linkDecisions).where(inArray(linkDecisions.userId, userIds));
	}
	await tx.update(users).set({ disabledAt: null, disabledReason: null }).where(inArray(users.id, userIds));
}

async function hasBlocked(reader: Reader, userId: string): Promise<boolean> {
	const isBlocked = and(eq(linkDecisions.userId, userId), eq(linkDecisions.state, "blocked"));
	const found = await reader.select({ target: linkDecisions.target }).from(linkDecisions).where(isBlocked).limit(1);
	return found.length > 0;
}

async function isDisabled(reader: Reader, userId: string): Promise<boolean> {
	const found = await reader.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId));
	return found.some(({ disabledAt }) => disabledAt !== null);
}

/** Removes a person's hashes once no decision applies. */
export async function forgetIdentity(db: Pick<Db, "select" | "delete">, userId: string): Promise<void> {
	if ((await isDisabled(db, userId)) || (await hasBlocked(db, userId))) return;
	await forgetHashes(db, userId);
}

async function forgetHashes(db: Pick<Db, "delete">, userId: string): Promise<void> {
	await db.delete(keptIdentities).where(eq(keptIdentities.userId, userId));
}

/** Normalizes a mailbox: lower case, no plus tag, and no dots for Gmail. Only for comparison. */
export function mailboxOf(email: string): string {
	const at = email.lastIndexOf("@");
	const written = email
		.slice(at + 1)
		.toLowerCase()
		.replace(/\.+$/, "");
	const domain = domainToASCII(written) || written;
	const local = email.slice(0, at).normalize("NFKC").toLowerCase();
	const box = local.replace(/(?<=.)\+.*$/, "");
	const isGmail = domain === "gmail.com" || domain === "googlemail.com";
	return isGmail ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`;
}

function rowsOf(reader: Reader, hashes: string[]) {
	const { id, userSlug, disabledAt } = users;
	return reader
		.select({ id, userSlug, disabledAt })
		.from(keptIdentities)
		.innerJoin(users, eq(users.id, keptIdentities.userId))
		.where(inArray(keptIdentities.hash, hashes))
		.orderBy(users.createdAt);
}

/** An existing disabled account with the same mailbox, spelled differently. */
async function disabledMailbox(reader: Reader, email: string) {
	const { email: known, userSlug, disabledAt } = users;
	const rows = await reader
		.select({ email: known, userSlug, disabledAt })
		.from(users)
		.where(and(isNotNull(disabledAt), isNull(users.deletedAt)));
	const mailbox = mailboxOf(email);
	return rows.find((row) => mailboxOf(row.email) === mailbox) ?? null;
}
