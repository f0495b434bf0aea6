import { paths } from "./paths.ts";

export const LINK_TABS = ["edit", "previews", "stats"] as const;
export type LinkTab = (typeof LINK_TABS)[number];

export const LINK_TAB_PATHS: Record<LinkTab, (linkSlug: string) => string> = {
	edit: paths.editLink,
	previews: paths.linkPreviews,
	stats: paths.linkStats,
};

const PATTERN = /^\/admin\/link\/(edit|previews|stats)\/([^/]+)\/?$/;

/** The tab and link that a path leads to; null for other pages. The slug is as in the path. */
export function linkTabOf(path: string): { tab: LinkTab; linkSlug: string } | null {
	const [, tab, linkSlug] = PATTERN.exec(path) ?? [];
	return tab === undefined || linkSlug === undefined ? null : { tab: tab as LinkTab, linkSlug };
}

/** A key that is equal for all tabs of a page, which share state. */
export function pageOf(path: string): string {
	const found = linkTabOf(path);
	return found ? `/admin/link/*/${found.linkSlug}` : path;
}
