import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { apiGet } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { LIST_LIMITS, type ListedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { knownLink, refreshList, showCounts } from "./list.queries.ts";

/** Keeps the list's counts current while it is visible; rows keep their order (P437). */
export function useLiveCounts(): void {
	const queryClient = useQueryClient();
	const wanted = useRef(new Set<number>());
	const isOutdated = useRef(false);
	const reading = useRef<Promise<void> | null>(null);

	async function readOnce(): Promise<void> {
		isOutdated.current = wanted.current.size > LIST_LIMITS.page;
		const ids = [...wanted.current].slice(0, LIST_LIMITS.page);
		for (const id of ids) wanted.current.delete(id);
		const [views, links] = await Promise.all([
			apiGet<ViewStats>(API.stats.views),
			ids.length > 0 ? apiGet<ListedLink[]>(API.links.rows(ids)) : [],
		]);
		showCounts(queryClient, links, views);
	}

	async function readAll(): Promise<void> {
		try {
			do await readOnce();
			while (isOutdated.current);
		} catch (error) {
			wanted.current.clear();
			logFailure("The figures could not be refreshed.", error);
		} finally {
			reading.current = null;
		}
	}

	/** One request at a time; ids that arrive meanwhile are combined in the next. */
	function read(ids: readonly number[]): void {
		for (const id of ids) if (knownLink(queryClient, id)) wanted.current.add(id);
		isOutdated.current = true;
		reading.current ??= readAll();
	}

	useAccountChanges(
		(change) => {
			if (change === "gap") read(rowsNearScreen());
			else if (change.kind === "views") read(change.links ?? rowsNearScreen());
			else if (change.kind === "health") void refreshList(queryClient);
		},
		{ onlyVisible: true },
	);
}

function rowsNearScreen(): number[] {
	return Array.from(document.querySelectorAll<HTMLElement>("li[data-link]"), ({ dataset }) => Number(dataset.link));
}
