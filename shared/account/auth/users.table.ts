import { sql } from "drizzle-orm";
import { boolean, index, pgTable, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";

/**
 * A person who signed in with Google; `id` is Google's `sub`. A deleted account's row stays, pseudonymized, to reserve
 * its `userSlug` and keep payments (`server/account/erase-account.ts`).
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
		/** The e-mail address that Stripe's customer last got; null if unknown (P575). */
		emailAtStripe: varchar({ length: 320 }),
		userSlug: varchar({ length: 20 }).notNull(),
		/** Times of the latest changes of name (P325). */
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
		deletedAt: timestamp({ withTimezone: true }),
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
