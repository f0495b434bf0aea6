import { randomInt } from "node:crypto";
import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { sessions } from "#shared/account/auth/sessions.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { userConsents } from "#shared/billing/onboarding/user-consents.table.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import { neutralUserSlug, numberedUserSlug, userSlugOf } from "./user-slug.ts";

export type SignedInUser = User & { hasConsent: boolean };

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

/** Operators' decisions about a person whose account was deleted (P463). */
export type Kept = {
	userSlug: string | null;
	disabledAt: Date | null;
	moveTo(tx: Tx, userId: string): Promise<void>;
};

export type People = {
	find(db: Pick<Db, "select">, identity: { sub: string; email: string }): Promise<Kept | null>;
};

type Options = {
	db: Db;
	now: () => Date;
	people: People;
	/** Whether a name in links impersonates a brand (P466). */
	isImpersonating: (userSlug: string) => boolean;
	/** Called when the e-mail address for Stripe's customer changes; must not block (P575). */
	emailIsNew: () => void;
};

/** From this try on the slug's number is random, so that a common name needn't try them all. */
const COUNTED_TRIES = 5;
const MAX_TRIES = 25;

export function createAuth({ db, now, people, isImpersonating, emailIsNew }: Options) {
	// Runs for every signed-in request, so it is prepared once.
	const userById = db
		.select({ user: users, consentId: userConsents.id })
		.from(users)
		.leftJoin(userConsents, eq(userConsents.userId, users.id))
		.where(eq(users.id, sql.placeholder("id")))
		.prepare("user-of-session");

	return {
		/** Finds or creates the user by Google's `sub`. The same e-mail with another `sub` is refused, never merged. */
		async signIn(identity: GoogleIdentity): Promise<SignInResult> {
			if (!identity.emailVerified) return { refused: "unverified" };
			const profile = {
				email: identity.email.toLowerCase(),
				profileImageUrl: identity.profileImageUrl,
				updatedAt: now(),
			};
			try {
				const [known] = await db.update(users).set(profile).where(eq(users.id, identity.sub)).returning();
				if (known?.stripeCustomerId && known.emailAtStripe !== known.email) emailIsNew();
				return {
					user: known ?? (await welcome({ ...profile, ...names(identity), id: identity.sub, createdAt: now() })),
				};
			} catch (error) {
				if (isUniqueViolation(error, "users_email")) return { refused: "email_taken" };
				throw error;
			}
		},

		async countClosedLinks(userId: string): Promise<number> {
			const isTheirs = and(eq(links.userId, userId), eq(links.deleted, false), eq(linkFlags.state, "blocked"));
			const [found] = await db
				.select({ closed: count() })
				.from(linkFlags)
				.innerJoin(links, eq(links.id, linkFlags.linkId))
				.where(isTheirs);
			return found?.closed ?? 0;
		},

		async ownersOf(sids: string[]): Promise<Map<string, SignedInUser>> {
			const rows = await db
				.select({ sid: sessions.sid, user: users, consentId: userConsents.id })
				.from(sessions)
				.innerJoin(users, sql`${users.id} = ${sessions.sess}::json #>> '{passport,user}'`)
				.leftJoin(userConsents, eq(userConsents.userId, users.id))
				.where(sql`${sessions.sid} = ANY (${sql.param(sids)}) AND ${sessions.expire} >= now()`);
			return new Map(rows.map(({ sid, user, consentId }) => [sid, { ...user, hasConsent: consentId !== null }]));
		},

		async findById(id: string): Promise<SignedInUser | null> {
			const [row] = await userById.execute({ id });
			return row ? { ...row.user, hasConsent: row.consentId !== null } : null;
		},
	};

	/** Creates an account, with any operators' decisions about the person. */
	function welcome(values: NewUser): Promise<User> {
		return db.transaction(async (tx) => {
			const kept = await people.find(tx, { sub: values.id, email: values.email });
			if (!kept) return insertUser(tx, values);
			const { disabledAt, userSlug } = kept;
			const disabledReason = disabledAt && `signed in again after deleting the account ${userSlug}`;
			const user = await insertUser(tx, { ...values, disabledAt, disabledReason });
			await kept.moveTo(tx, user.id);
			return user;
		});
	}

	async function insertUser(tx: Tx, values: NewUser): Promise<User> {
		const derived = userSlugOf({ firstName: values.firstName ?? null });
		const wanted = derived === null || isImpersonating(derived) ? neutralUserSlug() : derived;
		for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
			const userSlug = numberedUserSlug(wanted, attempt <= COUNTED_TRIES ? attempt : randomInt(10, 1_000_000));
			// The unique index decides between concurrent sign-ins. Each try has a savepoint.
			const [user] = await tx
				.transaction((inner) =>
					inner
						.insert(users)
						.values({ ...values, userSlug })
						.onConflictDoNothing({ target: users.userSlug })
						.returning(),
				)
				.catch((error: unknown) => {
					// Another account had this name before.
					if (isUniqueViolation(error, "users_user_slug")) return [];
					// The same person signing in twice concurrently.
					if (isUniqueViolation(error, "users_pkey")) return tx.select().from(users).where(eq(users.id, values.id));
					throw error;
				});
			if (user) return user;
		}
		throw new Error("No free userSlug was found");
	}
}

type NewUser = Omit<typeof users.$inferInsert, "userSlug">;

function names({ firstName, lastName }: GoogleIdentity) {
	return { firstName, lastName };
}
