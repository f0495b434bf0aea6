import { eq } from "drizzle-orm";
import { createDisabling, type Found, type Named } from "#server/moderation/disabling/disabling.ts";
import { createKeptIdentities } from "#server/moderation/disabling/kept-identities.ts";
import { closeLink, reopenLink } from "#server/moderation/guard/decide.ts";
import { closeReports, type Decided } from "#server/moderation/trust/decisions.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { othersLine, reportsLine } from "./lines.ts";

type Deps = { db: Db; now: () => Date };
type Secret = { sessionSecret: () => Promise<string> };

/** Disables a subject and closes its reports; with a link, also the owner's others to the same page (P460). */
export async function disable(
	{ db, now }: Deps,
	named: Named,
	reason?: string,
): Promise<{ found: Found; lines: string[] }> {
	return db.transaction(async (tx) => {
		const at = now();
		const { found, said } = await createDisabling({ db: tx, now }).disable(named, reason);
		const closed = found.kind === "link" ? await closeAround(tx, found.id, at) : [];
		const reports = await closeReports(tx, decidedBy(found, closed), { outcome: "disabled", note: reason, at });
		return { found, lines: [said, ...othersLine(closed, "closed"), ...reportsLine(reports)] };
	});
}

/** Undoes `disable`. A user can also be named by a deleted account's e-mail address. */
export async function enable({ db, now, sessionSecret }: Deps & Secret, named: Named): Promise<string[]> {
	const userIdOf = async (reader: Pick<Db, "select">, email: string) =>
		createKeptIdentities({ secret: await sessionSecret() }).userIdOf(reader, email);
	return db.transaction(async (tx) => {
		const { found, said } = await createDisabling({ db: tx, now, userIdOf }).enable(named);
		const link = found.kind === "link" ? await linkOf(tx, found.id) : undefined;
		return [said, ...othersLine(link ? await reopenLink(tx, link) : [], "open again")];
	});
}

async function closeAround(tx: Tx, linkId: number, at: Date): Promise<number[]> {
	const link = await linkOf(tx, linkId);
	const [flag] = await tx.select().from(linkFlags).where(eq(linkFlags.linkId, linkId));
	return link ? closeLink(tx, link, { reasons: flag?.reasons ?? [], at }) : [];
}

async function linkOf(tx: Tx, linkId: number): Promise<Link | undefined> {
	const [link] = await tx.select().from(links).where(eq(links.id, linkId));
	return link;
}

function decidedBy(found: Found, closed: number[]): Decided {
	if (found.kind === "link") return { linkIds: [found.id, ...closed] };
	return found.kind === "user" ? { ownerId: found.id } : { host: found.host };
}
