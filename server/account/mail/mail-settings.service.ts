import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { BOUNCES_MOST, type MailKind } from "#shared/account/mail/mail-kinds.ts";
import { type MailSettingsRow, mailSettings } from "#shared/account/mail/mail-settings.table.ts";
import type { MailSettingsForm } from "#shared/account/mail/mail-settings.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";

export type MailSettings = ReturnType<typeof createMailSettings>;
type Addressed = Pick<MailSettingsRow, "bounces" | "bouncedEmail">;

/** What owners get by mail, and whether their address takes it. */
export function createMailSettings({ db, now }: { db: Db; now: () => Date }) {
	/** The row, made if there is none: its token goes into every mail. */
	async function ensure(tx: Pick<Db, "insert" | "select">, userId: string): Promise<MailSettingsRow> {
		const [made] = await tx.insert(mailSettings).values({ userId }).onConflictDoNothing().returning();
		const [row] = made ? [made] : await tx.select().from(mailSettings).where(eq(mailSettings.userId, userId));
		if (!row) throw new Error("the account is gone");
		return row;
	}

	return {
		ensure: (userId: string) => ensure(db, userId),

		async read(userId: string): Promise<MailSettingsRow | null> {
			const [row] = await db.select().from(mailSettings).where(eq(mailSettings.userId, userId));
			return row ?? null;
		},

		/** @throws AppError "unauthenticated" if the account was deleted meanwhile */
		async change(userId: string, { off, timeZone, tryAgain }: MailSettingsForm): Promise<MailSettingsRow> {
			const changes = {
				...(off && { off: [...new Set(off)].sort() }),
				...(timeZone && { timeZone: countableZone(timeZone) }),
				...(tryAgain && UNBOUNCED),
			};
			return db.transaction(async (tx) => {
				if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
				const row = await ensure(tx, userId);
				if (Object.keys(changes).length === 0) return row;
				const [changed] = await tx.update(mailSettings).set(changes).where(eq(mailSettings.userId, userId)).returning();
				return changed ?? row;
			});
		},

		/** Ends one kind by a mail's link. @returns whether there is such an account */
		async unsubscribe(token: string, kind: MailKind): Promise<boolean> {
			const off = sql`(SELECT array_agg(DISTINCT each ORDER BY each) FROM unnest(${mailSettings.off} || ${kind}::varchar) AS each)`;
			const changed = await db
				.update(mailSettings)
				.set({ off })
				.where(eq(mailSettings.token, token))
				.returning({ userId: mailSettings.userId });
			return changed.length > 0;
		},

		/** Whether a mail's link is an account's. */
		async hasToken(token: string): Promise<boolean> {
			const { userId } = mailSettings;
			return (await db.select({ userId }).from(mailSettings).where(eq(mailSettings.token, token))).length > 0;
		},

		/** Counts a hard bounce of this address. @returns whether it gets no more mail */
		async bounced(userId: string, email: string): Promise<boolean> {
			const bounces = sql`CASE WHEN ${mailSettings.bouncedEmail} = ${email} THEN ${mailSettings.bounces} + 1 ELSE 1 END`;
			const set = { bounces, bouncedEmail: email, bouncedAt: now() };
			const [row] = await db.update(mailSettings).set(set).where(eq(mailSettings.userId, userId)).returning();
			return row ? hasBounced(row, email) : false;
		},

		/** A mail arrived: bounces before it were no lasting ones. */
		async delivered(userId: string): Promise<void> {
			const isIt = sql`${mailSettings.userId} = ${userId} AND ${mailSettings.bounces} > 0`;
			await db.update(mailSettings).set(UNBOUNCED).where(isIt);
		},
	};
}

/** Whether an address gets no more mail; the account's next address does again. */
export function hasBounced({ bounces, bouncedEmail }: Addressed, email: string): boolean {
	return bounces >= BOUNCES_MOST && bouncedEmail === email;
}

const UNBOUNCED = { bounces: 0, bouncedEmail: null, bouncedAt: null };
