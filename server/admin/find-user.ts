import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { hasName } from "#server/db/former-names.ts";
import { CommandError } from "#server/operator/command-error.ts";
import { type User, users } from "#shared/auth/users.table.ts";

/** @throws CommandError where no user has this slug or e-mail address */
export async function findUser(db: Db, slugOrEmail: string): Promise<User> {
	const isNamed = slugOrEmail.includes("@") ? eq(users.email, slugOrEmail) : hasName(slugOrEmail);
	const [user] = await db
		.select()
		.from(users)
		.where(and(isNamed, isNull(users.deletedAt)));
	if (!user) throw new CommandError(`There is no user ${slugOrEmail}.`);
	return user;
}
