import { and, desc, eq, gte, sql } from "drizzle-orm";
import { isOwnLink, linkNotFound, ownLink } from "#server/account/auth/own-link.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { linkDays } from "#shared/analytics/view-days.table.ts";
import { ALIAS_NOT_FOUND, ALIAS_VIEW_DAYS, type LinkAlias } from "#shared/links/aliases.ts";
import { linkAliasDays, linkAliases } from "#shared/links/link-aliases.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";
import { hostOfLink } from "./link-domains.ts";
import { isOpenAlias, isSlug } from "./link-slug.ts";

type Options = {
	db: Db;
	now: () => Date;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	linksOrigin: string;
	moderation: Pick<Moderation, "readAhead" | "contentOf" | "reconsider">;
};
type Owner = Pick<User, "id" | "userSlug">;
type Stint = Pick<typeof linkAliases.$inferSelect, "slug" | "viewsFrom" | "viewsUntil">;

export type LinkAliases = ReturnType<typeof createLinkAliases>;

/** Creates the service for aliases, a link's former slugs, which still lead to it (P320). A trigger adds them. */
export function createLinkAliases({ db, now, linkCache, linksOrigin, moderation }: Options) {
	/** Newest first. @throws AppError "not_found" for a missing, deleted or foreign link */
	async function list(owner: Owner, linkId: number): Promise<LinkAlias[]> {
		const link = await ownLink(db, owner.id, linkId);
		const rows = await db
			.select()
			.from(linkAliases)
			.where(eq(linkAliases.linkId, linkId))
			.orderBy(desc(linkAliases.id));
		const open = rows.filter(({ state }) => state === "open");
		const domain = await hostOfLink(db, link);
		const viewsOf = open.length > 0 ? await countViews(link, rows) : () => 0;
		return open.map(({ slug, createdAt }) => ({
			slug,
			shortUrl: shortUrlOf(linksOrigin, { userSlug: owner.userSlug, linkSlug: slug, domain }),
			since: createdAt.toISOString(),
			views: viewsOf(slug),
		}));
	}

	/** Of the last 30 days (UTC, including today). Views through no alias count for the slug of that time. */
	async function countViews(link: Link, stints: Stint[]): Promise<(slug: string) => number> {
		const days = Array.from({ length: ALIAS_VIEW_DAYS }, (_, back) => utcDay(now().getTime() - back * DAY_MS));
		const first = days.at(-1) ?? "";
		const byAlias = await db
			.select({ slug: linkAliasDays.slug, views: sql<string>`sum(${linkAliasDays.views})` })
			.from(linkAliasDays)
			.where(and(sql`${linkAliasDays.day} = ANY (${sql.param(days)}::date[])`, eq(linkAliasDays.linkId, link.id)))
			.groupBy(linkAliasDays.slug);
		const aliasViews = new Map(byAlias.map(({ slug, views }) => [slug, Number(views)]));
		const before = utcDay(link.createdAt.getTime()) >= first ? 0 : await ownViewsBefore(link, first, aliasViews);
		return (slug) => {
			const lower = slug.toLowerCase();
			const own = stints
				.filter((stint) => stint.slug.toLowerCase() === lower)
				.map(({ viewsFrom, viewsUntil }) => Math.max(0, viewsUntil - Math.max(viewsFrom, before)));
			return own.reduce((sum, views) => sum + views, aliasViews.get(lower) ?? 0);
		};
	}

	async function ownViewsBefore(link: Link, day: string, aliasViews: Map<string, number>): Promise<number> {
		const [since] = await db
			.select({ views: sql<string>`coalesce(sum(${linkDays.human} + ${linkDays.bot}), 0)` })
			.from(linkDays)
			.where(and(eq(linkDays.linkId, link.id), gte(linkDays.day, day)));
		const own = link.viewsHuman + link.viewsBot - link.viewsByAlias;
		const byAlias = [...aliasViews.values()].reduce((sum, views) => sum + views, 0);
		return own - (Number(since?.views ?? 0) - byAlias);
	}

	/**
	 * Frees the slug; its URL now returns 404.
	 * @throws AppError "not_found" for a missing, deleted or foreign link, and for an unknown alias; "forbidden" for a
	 * disabled link, because what was disabled must not return at its URL
	 */
	async function release(owner: Owner, linkId: number, slug: string): Promise<void> {
		const stored = await moderation.contentOf(await ownLink(db, owner.id, linkId));
		const aliases = stored.aliases.filter((alias) => alias.toLowerCase() !== slug.toLowerCase());
		const reading = await moderation.readAhead(owner.id, { ...stored, aliases });
		await db.transaction(async (tx) => {
			await lockOwner(tx, owner.id);
			const [link] = await tx.select().from(links).where(isOwnLink(owner.id, linkId)).for("no key update");
			if (!link) throw linkNotFound();
			if (link.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			const isIt = and(eq(linkAliases.linkId, linkId), isOpenAlias(owner.id, [slug]));
			const released = isSlug(slug) ? await tx.update(linkAliases).set({ state: "past" }).where(isIt).returning() : [];
			if (released.length === 0) throw new AppError("alias_not_found", ALIAS_NOT_FOUND);
			await moderation.reconsider(tx, link, reading);
		});
		linkCache.invalidate(owner.userSlug, slug);
	}

	return { list, release };
}
