import { eq } from "drizzle-orm";
import type { Subject } from "#server/moderation/disabling/subject.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { findUser } from "./find-user.ts";

type Deps = { db: Db; config: Pick<Config, "session">; now: () => Date };

/** Lifts a new account's limits (P388). @throws CommandError unless it is a user */
export async function trustUser({ db, config, now }: Deps, subject: Subject): Promise<string[]> {
	if (subject.kind !== "user") throw new CommandError("Only a user can be trusted: trust user <userSlug or e-mail>.");
	const user = await findUser({ db, config }, subject.slugOrEmail);
	await db.update(users).set({ trustedAt: now() }).where(eq(users.id, user.id));
	return [`The user ${user.userSlug} (${user.email}) no longer has the limits of a new account.`];
}
