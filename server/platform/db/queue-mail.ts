import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { MailData, MailKind } from "#shared/account/mail/mail-kinds.ts";

/** What a mail is about: `key` names its cause, and each cause is mailed once. */
export type QueuedMail = {
	[Kind in MailKind]: { userId: string; kind: Kind; key: string; data: MailData[Kind] };
}[MailKind];

/**
 * Queues a mail to an owner in the caller's transaction: it is sent if that commits, once per kind and key (P671). Nothing is
 * queued of a kind that the owner has switched off. Triggers call the same function of the database (`0046_mails`).
 */
export async function queueMail(tx: Pick<Db, "execute">, { userId, kind, key, data }: QueuedMail): Promise<void> {
	await tx.execute(sql`SELECT queue_mail(${userId}, ${kind}, ${key}, ${JSON.stringify(data)}::jsonb)`);
}
