import { eq } from "drizzle-orm";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/connect.ts";
import type { Subject } from "#server/disabling/subject.ts";
import { CommandError } from "#server/operator/command-error.ts";
import { users } from "#shared/auth/users.table.ts";
import { findUser } from "./find-user.ts";

type Deps = { db: Db; config: Pick<Config, "session">; now: () => Date };

/** Lifts the limits of a new account (P388). @throws CommandError for what is no user */
export async function trustUser({ db, config, now }: Deps, subject: Subject): Promise<string[]> {
	if (subject.kind !== "user") throw new CommandError("Only a user can be trusted: trust user <userSlug or e-mail>.");
	const user = await findUser({ db, config }, subject.slugOrEmail);
	await db.update(users).set({ trustedAt: now() }).where(eq(users.id, user.id));
	return [`The user ${user.userSlug} (${user.email}) no longer has the limits of a new account.`];
}
