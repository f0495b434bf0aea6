import { randomBytes } from "node:crypto";
import { and, eq, not, sql } from "drizzle-orm";
import { linkNotFound, ownLinkOrDeleted } from "#server/account/auth/own-link.ts";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import { linkIsClosed } from "#server/moderation/disabling/closed-links.ts";
import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { publicStats } from "#shared/analytics/public-stats.table.ts";
import {
	type PublicPage,
	type PublicRange,
	type PublicStats,
	publicStatsPath,
} from "#shared/analytics/public-stats.ts";
import { links } from "#shared/links/links.table.ts";
import type { Charts } from "./charts.ts";
import { createPublicMetrics } from "./public-metrics.ts";

const ADDRESS_BYTES = 18;
const ADDRESS = /^[\w-]{24}$/;

type Options = { db: Db; charts: Pick<Charts, "chart">; publicOrigin: string; linksOrigin: string; now: () => Date };
type Named = { userId: string; linkId: number };

const isOpen = not(sql.raw(linkIsClosed({ link: "links", owner: "users" })));

export type PublicPages = ReturnType<typeof createPublicStats>;

/** Public pages of links' metrics (P224): their owners' side and their readers'. */
export function createPublicStats({ db, charts, publicOrigin, linksOrigin, now }: Options) {
	const readMetrics = createPublicMetrics({ charts });

	/** @throws AppError "not_found" for a missing or foreign link */
	async function pageOf(named: Named): Promise<PublicPage> {
		await ownLinkOrDeleted(db, named.userId, named.linkId);
		return pageAt(await addressOf(named.linkId));
	}

	function pageAt(address: string | null): PublicPage {
		return { url: address === null ? null : publicOrigin + publicStatsPath(address) };
	}

	async function addressOf(linkId: number): Promise<string | null> {
		const [found] = await db
			.select({ address: publicStats.address })
			.from(publicStats)
			.where(eq(publicStats.linkId, linkId));
		return found?.address ?? null;
	}

	/**
	 * Creates the page, or returns the existing one.
	 * @throws AppError "not_found", "forbidden" (closed), "plan_required" if there is none yet
	 */
	async function share(named: Named, planId: string): Promise<PublicPage> {
		const link = await ownLinkOrDeleted(db, named.userId, named.linkId);
		const present = await addressOf(named.linkId);
		if (present !== null) return pageAt(present);
		if (link.deleted) throw linkNotFound();
		if (await isClosed(link.id)) {
			throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
		}
		requireFeature(planId, "publicStats");
		const address = randomBytes(ADDRESS_BYTES).toString("base64url");
		await db
			.insert(publicStats)
			.values({ linkId: named.linkId, address, createdAt: now() })
			.onConflictDoNothing({ target: publicStats.linkId });
		return pageAt(await addressOf(named.linkId));
	}

	async function isClosed(linkId: number): Promise<boolean> {
		const open = await db
			.select({ id: links.id })
			.from(links)
			.innerJoin(users, eq(users.id, links.userId))
			.where(and(eq(links.id, linkId), isOpen));
		return open.length === 0;
	}

	/** Permanently: a later page has another address. */
	async function stop(named: Named): Promise<PublicPage> {
		await ownLinkOrDeleted(db, named.userId, named.linkId);
		await db.delete(publicStats).where(eq(publicStats.linkId, named.linkId));
		return { url: null };
	}

	/** The link whose page has this address; null if there is none, or the link is closed. */
	async function find(address: string) {
		if (!ADDRESS.test(address)) return null;
		const { id, title, linkSlug, deleted } = links;
		const [found] = await db
			.select({ id, title, linkSlug, userSlug: users.userSlug, domain: LINK_DOMAIN })
			.from(publicStats)
			.innerJoin(links, eq(id, publicStats.linkId))
			.innerJoin(users, eq(users.id, links.userId))
			.where(and(eq(publicStats.address, address), eq(deleted, false), isOpen));
		return found ?? null;
	}

	/** @throws AppError "not_found" without a page */
	async function read(address: string, range: PublicRange): Promise<PublicStats> {
		const link = await find(address);
		if (!link) throw new AppError("public_page_not_found", "There is no such page");
		const { id, title, userSlug, linkSlug, domain } = link;
		const shortUrl = shortUrlOf(linksOrigin, { userSlug, linkSlug, domain });
		return { title, shortUrl, ...(await readMetrics(id, range)) };
	}

	return { pageOf, share, stop, find, read };
}
