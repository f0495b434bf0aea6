import { sql } from "drizzle-orm";
import { boolean, index, pgTable, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";

/**
 * A person who signed in with Google. `id` is Google's `sub`. Rows are never removed: that of a deleted account keeps
 * its `userSlug` from being given away again, and holds its payments together, under an id and an e-mail made up
 * (`server/account/erase-account.ts`).
 */
export const users = pgTable(
	"users",
	{
		id: varchar({ length: 255 }).primaryKey(),
		email: varchar({ length: 320 }).notNull(),
		firstName: varchar({ length: 255 }),
		lastName: varchar({ length: 255 }),
		profileImageUrl: varchar({ length: 2048 }),
		stripeCustomerId: varchar({ length: 255 }),
		/** The e-mail address that Stripe's customer was given last; null where that is not known (P575). */
		emailAtStripe: varchar({ length: 320 }),
		userSlug: varchar({ length: 20 }).notNull(),
		/** When the person chose another one, the last times (P325). */
		userSlugChanges: timestamp({ withTimezone: true }).array().notNull().default(sql`'{}'`),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		isBusiness: boolean().notNull().default(false),
		businessName: varchar({ length: 255 }),
		businessAddress: varchar({ length: 1024 }),
		businessCountry: varchar({ length: 2 }),
		businessVat: varchar({ length: 32 }),
		cardCountry: varchar({ length: 2 }),
		ipCountry: varchar({ length: 2 }),
		ipAddress: varchar({ length: 50 }),
		/** When the person deleted the account; null for everyone who can sign in. */
		deletedAt: timestamp({ withTimezone: true }),
		/** Set by an operator, with a note for operators alone: every link of the user answers 410. */
		disabledAt: timestamp({ withTimezone: true }),
		disabledReason: varchar({ length: 500 }),
		/** When an operator lifted the limits of a new account (P388). */
		trustedAt: timestamp({ withTimezone: true }),
	},
	(t) => [
		uniqueIndex("users_email").on(t.email),
		uniqueIndex("users_user_slug").on(t.userSlug),
		uniqueIndex("users_stripe_customer_id").on(t.stripeCustomerId),
		index("users_email_new_to_stripe")
			.on(t.id)
			.where(sql`stripe_customer_id IS NOT NULL AND email_at_stripe IS DISTINCT FROM email`),
		index("users_disabled").on(t.disabledAt).where(sql`disabled_at IS NOT NULL`),
	],
);

export type User = typeof users.$inferSelect;
