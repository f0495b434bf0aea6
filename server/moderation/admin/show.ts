import { and, count, desc, eq, sql, sum } from "drizzle-orm";
import type { Subject } from "#server/moderation/disabling/subject.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName, hasSlug } from "#server/platform/db/former-names.ts";
import { accountInLog } from "#server/platform/operator/account-in-log.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { originals } from "#shared/links/images/originals.table.ts";
import { importRows, imports } from "#shared/links/imports/imports.table.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { findUser } from "./find-user.ts";
import { planOf } from "./plan-of.ts";
import { domainsOfUser, rowsOfDomains } from "./show-domain.ts";
import { keysOfUser } from "./show-keys.ts";
import { webhooksOfUser } from "./show-webhooks.ts";

export type Row = [label: string, value: string | number | Date | null | undefined];
type Disabled = { disabledAt: Date | null; disabledReason: string | null };

/** What support needs about a link, user, host or domain, a line each. @throws CommandError if it doesn't exist */
export async function show(
	{ db, config }: { db: Db; config: Pick<Config, "session"> },
	subject: Subject,
): Promise<string[]> {
	if (subject.kind === "link") return table(await ofLink(db, subject));
	if (subject.kind === "host") return table(await ofHost(db, subject.host));
	if (subject.kind === "domain") {
		const found = await rowsOfDomains(db, subject.host);
		if (found.length === 0) throw new CommandError(`No account has the domain ${subject.host}.`);
		return found.flatMap((rows, at) => [...(at > 0 ? [""] : []), ...table(rows)]);
	}
	const user = await findUser({ db, config }, subject.slugOrEmail);
	const { secret } = config.session;
	return table([...(await ofUser(db, user)), ["in the log", secret && accountInLog(secret)(user.id)]]);
}

async function ofLink(db: Db, { userSlug, linkSlug }: { userSlug: string; linkSlug: string }): Promise<Row[]> {
	const [found] = await db
		.select({ link: links, owner: users })
		.from(links)
		.innerJoin(users, eq(users.id, links.userId))
		.where(and(hasName(userSlug), hasSlug(linkSlug)))
		.orderBy(links.deleted, desc(links.id))
		.limit(1);
	if (!found) throw new CommandError(`There is no link ${userSlug}/${linkSlug}.`);
	const { link, owner } = found;
	return [
		["link", `${owner.userSlug}/${link.linkSlug} (id ${link.id})`],
		["owner", `${owner.userSlug} (${owner.email})`],
		["plan", await planOf(db, owner.id)],
		["target", link.targetUrl],
		["title", link.title],
		["image", link.imageUrl],
		["views", `${link.viewsHuman} by people, ${link.viewsBot} by bots`],
		["last seen", link.lastSeenAt],
		["created", link.createdAt],
		["starts", link.startsAt],
		["ends", link.endsAt],
		["archived", link.archivedAt],
		["deleted", link.deletedAt],
		["disabled", disabled(link)],
		["owner disabled", disabled(owner)],
	];
}

async function ofUser(db: Db, user: User): Promise<Row[]> {
	const [metrics] = await db
		.select({ links: count(), human: sum(links.viewsHuman), bot: sum(links.viewsBot) })
		.from(links)
		.where(and(eq(links.userId, user.id), eq(links.deleted, false)));
	const [files] = await db
		.select({ originals: count(), bytes: sum(originals.bytes) })
		.from(originals)
		.where(eq(originals.userId, user.id));
	return [
		["user", `${user.userSlug} (${user.email})`],
		["id", user.id],
		["signed up", user.createdAt],
		["changed", user.updatedAt],
		["plan", await planOf(db, user.id)],
		["Stripe", user.stripeCustomerId],
		["links", metrics?.links],
		["views", `${metrics?.human ?? 0} by people, ${metrics?.bot ?? 0} by bots`],
		["originals", `${files?.originals ?? 0}, ${files?.bytes ?? 0} bytes`],
		["domains", await domainsOfUser(db, user.id)],
		["API keys", await keysOfUser(db, user.id)],
		["webhooks", await webhooksOfUser(db, user.id)],
		["import", await importOf(db, user.id)],
		["disabled", disabled(user)],
	];
}

async function ofHost(db: Db, host: string): Promise<Row[]> {
	const isThere = sql`${host} = ANY (domains_of(${links.targetUrl}))`;
	const [metrics] = await db
		.select({ links: count(), owners: sql<number>`count(DISTINCT ${links.userId})::int`, human: sum(links.viewsHuman) })
		.from(links)
		.where(and(isThere, eq(links.deleted, false)));
	const [entry] = await db.select().from(disabledHosts).where(eq(disabledHosts.host, host));
	return [
		["host", host],
		["links to it", metrics?.links],
		["of users", metrics?.owners],
		["views", `${metrics?.human ?? 0} by people`],
		["disabled", entry && disabled({ disabledAt: entry.disabledAt, disabledReason: entry.reason })],
	];
}

async function importOf(db: Db, userId: string): Promise<string | null> {
	const [file] = await db.select().from(imports).where(eq(imports.userId, userId));
	if (!file) return null;
	const states = await db
		.select({ state: importRows.state, rows: count() })
		.from(importRows)
		.where(eq(importRows.importId, file.id))
		.groupBy(importRows.state);
	return `${file.fileName}, ${file.state} (${states.map(({ state, rows }) => `${rows} ${state}`).join(", ")})`;
}

function disabled({ disabledAt, disabledReason }: Disabled): string | null {
	return disabledAt && `${disabledAt.toISOString()}${disabledReason ? `: ${disabledReason}` : ""}`;
}

function table(rows: Row[]): string[] {
	const shown = rows.filter(([, value]) => value !== null && value !== undefined);
	const width = Math.max(...shown.map(([label]) => label.length));
	return shown.map(([label, value]) => {
		const text = value instanceof Date ? value.toISOString() : String(value);
		return `${label.padEnd(width)}  ${text}`;
	});
}
