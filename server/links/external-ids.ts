import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { NewLink } from "./new-link.ts";

export const EXTERNAL_ID_TAKEN = "Another link of yours has this external ID";

/**
 * Checks the external ids of new links, in order (P643): each is given once. Call it with the owner's row locked.
 * @returns the refusal of an id that is taken, or null
 */
export async function externalIdGiver(tx: Pick<Tx, "select">, { id }: Pick<User, "id">, wanted: NewLink[]) {
	const asked = wanted.flatMap(({ externalId }) => externalId ?? []);
	const isTheirs = and(eq(links.userId, id), eq(links.deleted, false), inArray(links.externalId, asked));
	const found = asked.length > 0 ? await tx.select({ externalId: links.externalId }).from(links).where(isTheirs) : [];
	const taken = new Set(found.map(({ externalId }) => externalId));
	return ({ externalId = null }: NewLink): AppError | null => {
		if (externalId === null) return null;
		if (taken.has(externalId)) return externalIdTaken();
		taken.add(externalId);
		return null;
	};
}

export function externalIdTaken(cause?: unknown): AppError {
	return new AppError("external_id_taken", EXTERNAL_ID_TAKEN, { field: "externalId", cause });
}
