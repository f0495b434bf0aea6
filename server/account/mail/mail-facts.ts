import { and, eq, inArray, sql } from "drizzle-orm";
import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import type { MailRow } from "#shared/account/mail/mails.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { effectOf, type FlagEffect, type ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";

/** A link as it is when its mail is sent. */
export type LinkFacts = {
	id: number;
	title: string;
	linkSlug: string;
	shortUrl: string;
	targetUrl: string;
	isTargetGone: boolean;
	isDisabled: boolean;
	effect: FlagEffect;
	reasons: ModerationReason[];
};

/** What the account owes now; null if nothing. */
export type Owed = { amount: number | null; currency: string | null } | null;

export type MailFacts = {
	links: Map<number, LinkFacts>;
	/** Of the websites in these mails, those that are disabled now. */
	disabledHosts: ReadonlySet<string>;
	owed: Owed;
};

type Options = {
	db: Db;
	linksOrigin: string;
	/** Whether an owner is trusted (P547). */
	isTrusted: (userId: string) => Promise<boolean>;
};

/** Reads what mails say, so that none tells what is no longer so. */
export function createMailFacts({ db, linksOrigin, isTrusted }: Options) {
	return async (owner: Pick<User, "id" | "userSlug">, rows: Pick<MailRow, "kind" | "data">[]): Promise<MailFacts> => {
		const ids = rows.flatMap(({ data }) => ("linkId" in data ? data.linkId : []));
		const hosts = rows.flatMap(({ kind, data }) => (kind === "link_flagged" && "host" in data ? data.host : []));
		const isFailedPayment = rows.some(({ kind }) => kind === "payment_failed");
		return {
			links: ids.length > 0 ? await linksOf(owner, ids) : new Map(),
			disabledHosts: new Set(hosts.length > 0 ? await disabledOf(hosts) : []),
			owed: isFailedPayment ? await readOwed(owner.id) : null,
		};
	};

	async function linksOf({ id: userId, userSlug }: Pick<User, "id" | "userSlug">, ids: number[]) {
		const { id, title, linkSlug, targetUrl, disabledAt } = links;
		const isTargetGone = sql<boolean>`${targetHealth.goneSince} IS NOT NULL`;
		const link = { id, title, linkSlug, targetUrl, isTargetGone, disabledAt, domain: LINK_DOMAIN };
		const rows = await db
			.select({ link, flag: linkFlags })
			.from(links)
			.leftJoin(linkFlags, eq(linkFlags.linkId, links.id))
			.leftJoin(linkHealth, and(eq(linkHealth.linkId, links.id), eq(linkHealth.isOff, false)))
			.leftJoin(targetHealth, eq(targetHealth.target, linkHealth.target))
			.where(sql`${inArray(links.id, [...new Set(ids)])} AND ${links.userId} = ${userId} AND NOT ${links.deleted}`);
		const isOwnerTrusted = rows.some(({ flag }) => flag) && (await isTrusted(userId));
		const found = rows.map(({ link: { disabledAt: at, domain, ...link }, flag }): LinkFacts => {
			const isFlagged = flag !== null && flag.state !== "cleared";
			const effect = isFlagged ? effectOf(flag.state === "blocked" ? "closed" : flag.evidence, isOwnerTrusted) : "none";
			const shortUrl = shortUrlOf(linksOrigin, { userSlug, linkSlug: link.linkSlug, domain });
			return { ...link, shortUrl, isDisabled: at !== null, effect, reasons: isFlagged ? flag.reasons : [] };
		});
		return new Map(found.map((link) => [link.id, link]));
	}

	async function disabledOf(hosts: string[]): Promise<string[]> {
		const { host } = disabledHosts;
		return (await db.select({ host }).from(disabledHosts).where(inArray(host, hosts))).map((row) => row.host);
	}

	async function readOwed(userId: string): Promise<Owed> {
		const { status, owedAmount, owedCurrency } = subscriptions;
		const [row] = await db
			.select({ amount: owedAmount, currency: owedCurrency })
			.from(subscriptions)
			.where(sql`${subscriptions.userId} = ${userId} AND ${status} IN ('past_due', 'unpaid')`);
		return row ?? null;
	}
}

/** The trust of an owner as the guard sees it. @param isTrustedSql of a row of `users` */
export function trustReader(db: Db, isTrustedSql: string) {
	return async (userId: string): Promise<boolean> => {
		const isTrusted = sql<boolean>`${sql.raw(isTrustedSql)}`;
		const [row] = await db.select({ isTrusted }).from(users).where(eq(users.id, userId));
		return row?.isTrusted ?? false;
	};
}
