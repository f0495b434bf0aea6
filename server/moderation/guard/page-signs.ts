import { eq, lt } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { type PageAsks, pageSigns } from "#shared/moderation/guard/page-signs.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { isArticle } from "./acts.ts";
import { brandsOf } from "./brands.ts";
import { KNOWN_SITES } from "./hosts/known-sites.ts";
import { pageKey } from "./hosts/target-key.ts";
import { isOfState } from "./hosts/target-signs.ts";
import { mentionsOf } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

export type SeenPage = { url: URL; finalUrl: URL; title: string; asks: PageAsks };

export type PageSigns = { reasonsOf(url: URL): ModerationReason[] };
export const NO_PAGES: PageSigns = { reasonsOf: () => [] };

const KEPT_DAYS = 30;
/** Read this much of a title: a brand's name is at its beginning. */
const READ_MAX = 300;

/** The brand that a page claims to be without owning it; null if none. */
export function brandOfPage({ url, finalUrl, title }: Omit<SeenPage, "asks">): string | null {
	const hosts = [url, finalUrl].map(hostOf);
	if (hosts.some((host) => isOfState(host) || KNOWN_SITES.has(host.replace(/^www\./, "")))) return null;
	const text = title.slice(0, READ_MAX);
	if (isArticle(comparedText(text))) return null;
	const own = new Set(hosts.flatMap((host) => [...brandsOf(host)]));
	const mentions = mentionsOf(text).filter(({ name }) => !own.has(name.brand));
	// A shop's "Sign in with PayPal" mentions another's means; long titles mention many things.
	const [found, ...more] = mentions.filter(({ name, isMeans, isSender }) => !isMeans && (isSender || !name.isWord));
	return found && more.length === 0 ? found.name.brand.id : null;
}

/** Records what a page asked for under another brand's name. */
export async function notePage(
	db: Db,
	{ userId, at, ...page }: SeenPage & { userId: string; at: Date },
): Promise<void> {
	const brand = brandOfPage(page);
	if (brand === null) return;
	const { title, asks } = page;
	const seen = { brand, title: title.slice(0, READ_MAX), asks, readAt: at };
	await db
		.insert(pageSigns)
		.values({ userId, page: pageKey(page.url), ...seen })
		.onConflictDoUpdate({ target: [pageSigns.userId, pageSigns.page], set: seen });
}

export async function pageSignsOf(reader: Pick<Db, "select">, userId: string): Promise<PageSigns> {
	const rows = await reader.select().from(pageSigns).where(eq(pageSigns.userId, userId));
	if (rows.length === 0) return NO_PAGES;
	const byPage = new Map(rows.map((row) => [row.page, row]));
	return {
		reasonsOf(url) {
			const seen = byPage.get(pageKey(url));
			if (!seen) return [];
			const { brand, title, asks } = seen;
			return [{ code: "page-asks", brand, words: [title, asks], evidence: "sign" }];
		},
	};
}

/** Deletes pages read over a month ago. */
export async function forgetOldPages(db: Db, now: Date): Promise<void> {
	await db.delete(pageSigns).where(lt(pageSigns.readAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
}
