import { index, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/**
 * Sign-in sessions of connect-pg-simple. `expire` has no time zone because the store compares it with `to_timestamp()`,
 * so every connection runs in UTC (`server/platform/db/connect.ts`).
 */
export const sessions = pgTable(
	"sessions",
	{
		sid: varchar({ length: 255 }).primaryKey(),
		sess: varchar({ length: 8192 }).notNull(),
		expire: timestamp({ precision: 6 }).notNull(),
	},
	(t) => [index("sessions_expire").on(t.expire)],
);
