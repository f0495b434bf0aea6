import { and, eq, isNull } from "drizzle-orm";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName } from "#server/platform/db/former-names.ts";
import { accountInLog, LOGGED_ACCOUNT } from "#server/platform/operator/account-in-log.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";

type Deps = { db: Db; config: Pick<Config, "session"> };

/** Finds a user. @param name a slug, e-mail address or log name @throws CommandError if no user matches */
export async function findUser({ db, config }: Deps, name: string): Promise<User> {
	const isNamed = LOGGED_ACCOUNT.test(name)
		? eq(users.id, await idInLog(db, name, config.session.secret))
		: name.includes("@")
			? eq(users.email, name)
			: hasName(name);
	const [user] = await db
		.select()
		.from(users)
		.where(and(isNamed, isNull(users.deletedAt)));
	if (!user) throw new CommandError(`There is no user ${name}.`);
	return user;
}

async function idInLog(db: Db, name: string, secret: string | null): Promise<string> {
	if (secret === null)
		throw new CommandError("Accounts in the log are found by SESSION_SECRET, which is not set here.");
	const nameOf = accountInLog(secret);
	const all = await db.select({ id: users.id }).from(users).where(isNull(users.deletedAt));
	return all.find(({ id }) => nameOf(id) === name)?.id ?? "";
}
