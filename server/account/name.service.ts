import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName } from "#server/platform/db/former-names.ts";
import { isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import {
	isReservedName,
	NAME_CHANGE_DAYS,
	NAME_CHANGES_MAX,
	NAME_RESERVED,
	NAME_TAKEN,
	type NameInLinks,
} from "#shared/account/auth/user-name.ts";
import { userNames } from "#shared/account/auth/user-names.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { formatUtcDate } from "#shared/platform/format.ts";

type Options = {
	db: Db;
	now: () => Date;
	linkCache: { invalidateOwner(userSlug: string): void };
	moderation: JudgeName;
};
/** @throws AppError "impersonation" for a name that, alone or with a link, impersonates a brand (P465) */
export type JudgeName = { requireOwnName(tx: Tx, userId: string, name: string): Promise<void> };
type Person = Pick<User, "id" | "userSlug" | "userSlugChanges">;

export type Names = ReturnType<typeof createNames>;

/** The name in a user's links (P325). Former names keep working and stay reserved. */
export function createNames({ db, now, linkCache, moderation }: Options) {
	async function read(person: Person, reader: Pick<Db, "select"> = db): Promise<NameInLinks> {
		const former = await reader
			.select({ name: userNames.slug })
			.from(userNames)
			.where(and(eq(userNames.userId, person.id), ne(userNames.slug, person.userSlug)))
			.orderBy(desc(userNames.createdAt), userNames.slug);
		const spent = spentChanges(person);
		const oldest = spent.at(-NAME_CHANGES_MAX);
		return {
			name: person.userSlug,
			formerNames: former.map(({ name }) => name),
			changesLeft: Math.max(0, NAME_CHANGES_MAX - spent.length),
			nextChangeAt: oldest ? new Date(oldest.getTime() + NAME_CHANGE_DAYS * DAY_MS).toISOString() : null,
		};
	}

	/**
	 * The same name changes nothing; a former one counts as a change.
	 * @throws AppError "name_reserved", "impersonation", "name_taken", "name_changes_used", "unauthenticated" (account
	 * deleted meanwhile)
	 */
	async function change(person: Person, name: string): Promise<NameInLinks> {
		const { before, after } = await db.transaction(async (tx) => {
			const [before] = await tx
				.select()
				.from(users)
				.where(and(eq(users.id, person.id), hasName(person.userSlug), isNull(users.deletedAt)))
				.for("update");
			if (!before) throw new AppError("unauthenticated", "Unauthorized");
			if (before.userSlug === name) return { before, after: before };
			return { before, after: await rename(tx, before, name) };
		});
		linkCache.invalidateOwner(before.userSlug);
		linkCache.invalidateOwner(after.userSlug);
		return read(after);
	}

	async function rename(tx: Tx, before: User, name: string): Promise<User> {
		if (isReservedName(name)) throw new AppError("name_reserved", NAME_RESERVED, { field: "name" });
		const { nextChangeAt } = await read(before, tx);
		if (nextChangeAt !== null) {
			const message = `You have changed your name twice within a year. You can change it again on ${formatUtcDate(nextChangeAt)}.`;
			throw new AppError("name_changes_used", message, { field: "name", limit: NAME_CHANGES_MAX });
		}
		await moderation.requireOwnName(tx, before.id, name);
		const userSlugChanges = [...spentChanges(before), now()];
		const [after] = await tx
			.update(users)
			.set({ userSlug: name, userSlugChanges, updatedAt: now() })
			.where(eq(users.id, before.id))
			.returning()
			.catch(refuseTaken);
		return after ?? before;
	}

	function spentChanges({ userSlugChanges }: Person): Date[] {
		const since = now().getTime() - NAME_CHANGE_DAYS * DAY_MS;
		return userSlugChanges.filter((at) => at.getTime() > since);
	}

	return { read, change };
}

function refuseTaken(error: unknown): never {
	if (!isUniqueViolation(error, "users_user_slug")) throw error;
	throw new AppError("name_taken", NAME_TAKEN, { field: "name", cause: error });
}
