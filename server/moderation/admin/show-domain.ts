import { and, count, eq, sql } from "drizzle-orm";
import { domainsAt } from "#server/moderation/disabling/domains-of-hosts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { pointingWords, shownStatusOf, txtWords } from "#shared/links/domains/domain-check.ts";
import { type DomainRow, domains } from "#shared/links/domains/domains.table.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { planOf } from "./plan-of.ts";
import type { Row } from "./show.ts";

/** Accounts' domains at a host or below it, each in lines of its own; never a token, which would prove it. */
export async function rowsOfDomains(db: Db, host: string): Promise<Row[][]> {
	const shown = [];
	for (const { domain, owner } of await domainsAt(db, host)) shown.push(await rowsOf(db, domain, owner));
	return shown;
}

/** A user's domains, in one line; null for none. */
export async function domainsOfUser(db: Db, userId: string): Promise<string | null> {
	const rows = await db.select().from(domains).where(eq(domains.userId, userId)).orderBy(domains.id);
	const all = rows.map((row) => `${row.host} (${shownStatusOf(row)}${row.isDefault ? ", default" : ""})`);
	return all.length === 0 ? null : all.join(", ");
}

async function rowsOf(db: Db, domain: DomainRow, owner: User): Promise<Row[]> {
	const isOn = and(eq(links.userId, domain.userId), eq(links.domainId, domain.id), eq(links.deleted, false));
	const [on] = await db.select({ links: count() }).from(links).where(isOn);
	return [
		["domain", domain.host],
		["owner", `${owner.userSlug} (${owner.email})`],
		["plan", await planOf(db, owner.id)],
		["state", shownStatusOf(domain) + (domain.isDefault ? ", default" : "")],
		["added", domain.createdAt],
		["verified", domain.verifiedAt],
		["pointed here", domain.pointedAt],
		["fails since", domain.failingSince],
		["checked", domain.checkedAt],
		["TXT", txtWords(domain.lastCheck)],
		["host", pointingWords(domain.lastCheck)],
		["next check", domain.nextCheckAt],
		["links on it", on?.links],
		["root leads to", domain.rootTarget],
		["unknown to", domain.unknownTarget],
		["disabled", await disabledBy(db, domain)],
		["owner disabled", owner.disabledAt],
	];
}

async function disabledBy(db: Db, { host, disabledAt }: DomainRow): Promise<string | null> {
	if (disabledAt === null) return null;
	const entries = await db
		.select()
		.from(disabledHosts)
		.where(sql`${disabledHosts.host} = ANY (domains_of(${`https://${host}`}))`);
	const hosts = entries.map((entry) => `host ${entry.host}${entry.reason ? `: ${entry.reason}` : ""}`);
	return [disabledAt.toISOString(), ...hosts].join("  ");
}
