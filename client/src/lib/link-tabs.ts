import { paths } from "./paths.ts";

/** The tabs of a link's page, in their order. */
export const LINK_TABS = ["edit", "previews", "stats"] as const;
export type LinkTab = (typeof LINK_TABS)[number];

export const LINK_TAB_PATHS: Record<LinkTab, (linkSlug: string) => string> = {
	edit: paths.editLink,
	previews: paths.linkPreviews,
	stats: paths.linkStats,
};

const PATTERN = /^\/admin\/link\/(edit|previews|stats)\/([^/]+)\/?$/;

/** Which tab of which link's page a path leads to; null for any other page. The slug is as the path has it. */
export function linkTabOf(path: string): { tab: LinkTab; linkSlug: string } | null {
	const [, tab, linkSlug] = PATTERN.exec(path) ?? [];
	return tab === undefined || linkSlug === undefined ? null : { tab: tab as LinkTab, linkSlug };
}

/** What is the same for all paths of one page: its tabs share what the page holds. */
export function pageOf(path: string): string {
	const found = linkTabOf(path);
	return found ? `/admin/link/*/${found.linkSlug}` : path;
}
