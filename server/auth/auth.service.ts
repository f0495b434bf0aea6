import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isUniqueViolation } from "#server/db/sql-errors.ts";
import { sessions } from "#shared/auth/sessions.table.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { userConsents } from "#shared/onboarding/user-consents.table.ts";
import { numberedUserSlug, wantedUserSlug } from "./user-slug.ts";

export type SignedInUser = User & { hasConsent: boolean };

/** A user's OpenID Connect claims from Google. */
export type GoogleIdentity = {
	sub: string;
	email: string;
	emailVerified: boolean;
	firstName: string | null;
	lastName: string | null;
	profileImageUrl: string | null;
};

export type SignInResult = { user: User } | { refused: "unverified" | "email_taken" };
export type Auth = ReturnType<typeof createAuth>;

/** From this try on the number appended to a slug is random: a common name does not climb through all of them. */
const COUNTED_TRIES = 5;
const MAX_TRIES = 25;

export function createAuth({ db, now }: { db: Db; now: () => Date }) {
	// Asked with every request of someone who is signed in: made and planned once.
	const userById = db
		.select({ user: users, consentId: userConsents.id })
		.from(users)
		.leftJoin(userConsents, eq(userConsents.userId, users.id))
		.where(eq(users.id, sql.placeholder("id")))
		.prepare("user-of-session");

	return {
		/** Finds the user by Google's `sub`, or makes one. The same e-mail under another `sub` is refused, never merged. */
		async signIn(identity: GoogleIdentity): Promise<SignInResult> {
			if (!identity.emailVerified) return { refused: "unverified" };
			const profile = {
				email: identity.email.toLowerCase(),
				profileImageUrl: identity.profileImageUrl,
				updatedAt: now(),
			};
			try {
				const [known] = await db.update(users).set(profile).where(eq(users.id, identity.sub)).returning();
				return {
					user: known ?? (await insertUser({ ...profile, ...names(identity), id: identity.sub, createdAt: now() })),
				};
			} catch (error) {
				if (isUniqueViolation(error, "users_email")) return { refused: "email_taken" };
				throw error;
			}
		},

		/** The users behind those of these sessions that have not ended, by session. */
		async ownersOf(sids: string[]): Promise<Map<string, SignedInUser>> {
			const rows = await db
				.select({ sid: sessions.sid, user: users, consentId: userConsents.id })
				.from(sessions)
				.innerJoin(users, sql`${users.id} = ${sessions.sess}::json #>> '{passport,user}'`)
				.leftJoin(userConsents, eq(userConsents.userId, users.id))
				.where(sql`${sessions.sid} = ANY (${sql.param(sids)}) AND ${sessions.expire} >= now()`);
			return new Map(rows.map(({ sid, user, consentId }) => [sid, { ...user, hasConsent: consentId !== null }]));
		},

		/** The user behind a session, or null when the account is gone. */
		async findById(id: string): Promise<SignedInUser | null> {
			const [row] = await userById.execute({ id });
			return row ? { ...row.user, hasConsent: row.consentId !== null } : null;
		},
	};

	async function insertUser(values: Omit<typeof users.$inferInsert, "userSlug">): Promise<User> {
		const wanted = wantedUserSlug({ firstName: values.firstName ?? null, email: values.email });
		for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
			const userSlug = numberedUserSlug(wanted, attempt <= COUNTED_TRIES ? attempt : randomInt(10, 1_000_000));
			// The unique index decides who got the slug, however many people sign in at once.
			const [user] = await db
				.insert(users)
				.values({ ...values, userSlug })
				.onConflictDoNothing({ target: users.userSlug })
				.returning()
				.catch((error: unknown) => {
					// Another account had the name before.
					if (isUniqueViolation(error, "users_user_slug")) return [];
					// The same person, signing in twice at the same moment.
					if (isUniqueViolation(error, "users_pkey")) return db.select().from(users).where(eq(users.id, values.id));
					throw error;
				});
			if (user) return user;
		}
		throw new Error("No free userSlug was found");
	}
}

function names({ firstName, lastName }: GoogleIdentity) {
	return { firstName, lastName };
}
