import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#client/lib/format.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { linkViewStatsQuery } from "./views.queries.ts";

type LinkViewStatsProps = {
	linkId: number;
	newest?: ViewStats | undefined;
};

export function LinkViewStats({ linkId, newest }: LinkViewStatsProps) {
	const stats = useQuery(linkViewStatsQuery(linkId));
	const data = newest ?? stats.data;
	const shown = (count: number | undefined) => (count === undefined ? "–" : formatCount(count));
	return (
		<p className="tabular-nums">
			{shown(data?.total)} views so far: {shown(data?.human)} human, {shown(data?.bot)} bot
		</p>
	);
}
