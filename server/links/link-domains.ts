import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { NOT_YOUR_DOMAIN } from "#shared/links/domains/domain-field.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import type { Link } from "#shared/links/links.table.ts";

/** A domain that links can be put on: verified, and not disabled. */
export type LiveDomain = { id: number; host: string; isDefault: boolean };

const IS_LIVE = and(isNotNull(domains.verifiedAt), isNull(domains.disabledAt));

export function liveDomains(db: Pick<Db, "select">, userId: string): Promise<LiveDomain[]> {
	return selectLive(db, userId);
}

/** The same, so that none is removed before the transaction ends. Lock the owner's row before them, links after. */
export function lockLiveDomains(tx: Tx, userId: string): Promise<LiveDomain[]> {
	return selectLive(tx, userId).for("key share");
}

function selectLive(db: Pick<Db, "select">, userId: string) {
	const { id, host, isDefault } = domains;
	return db
		.select({ id, host, isDefault })
		.from(domains)
		.where(and(eq(domains.userId, userId), IS_LIVE))
		.orderBy(asc(id))
		.$dynamic();
}

/**
 * The domain of a new link: by default the account's.
 * @param wanted its host; null for our own address
 * @returns with an AppError "domain_not_verified" for any other host
 */
export function domainOfNew(live: LiveDomain[], wanted: string | null | undefined) {
	const isWanted = ({ host, isDefault }: LiveDomain) => (wanted === undefined ? isDefault : host === wanted);
	const domainId = live.find(isWanted)?.id ?? null;
	return { domainId, refused: wanted && domainId === null ? notYours() : null };
}

/**
 * The domain of an edited link: by default its present one. A save of a link whose domain is off shows none, and keeps it.
 * @throws AppError "domain_not_verified"
 */
export function domainOfEdited(
	live: LiveDomain[],
	wanted: string | null | undefined,
	{ domainId }: Pick<Link, "domainId">,
): number | null {
	if (wanted === undefined) return domainId;
	if (wanted === null) return live.some(({ id }) => id === domainId) ? null : domainId;
	const { domainId: chosen, refused } = domainOfNew(live, wanted);
	if (refused) throw refused;
	return chosen;
}

/** The host that a link is shown on; null for our own. */
export async function hostOfLink(
	db: Pick<Db, "select">,
	{ domainId, userId }: Pick<Link, "domainId" | "userId">,
): Promise<string | null> {
	if (domainId === null) return null;
	const isIts = and(eq(domains.id, domainId), eq(domains.userId, userId), IS_LIVE);
	const [found] = await db.select({ host: domains.host }).from(domains).where(isIts);
	return found?.host ?? null;
}

function notYours(): AppError {
	return new AppError("domain_not_verified", NOT_YOUR_DOMAIN, { field: "domain" });
}
