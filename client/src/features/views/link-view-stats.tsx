import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#client/lib/format.ts";
import { linkViewStatsQuery } from "./views.queries.ts";

/** One link's views in a sentence; dashes until they are known. */
export function LinkViewStats({ linkId }: { linkId: number }) {
	const { data } = useQuery(linkViewStatsQuery(linkId));
	const shown = (count: number | undefined) => (count === undefined ? "–" : formatCount(count));
	return (
		<p className="tabular-nums">
			{shown(data?.total)} views so far: {shown(data?.human)} human, {shown(data?.bot)} bot
		</p>
	);
}
