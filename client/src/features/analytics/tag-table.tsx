import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TryAgain } from "#client/components/ui/load-failed.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import type { TagCounts } from "#shared/analytics/chart.ts";
import { canBeTriedAgain, tagCountsQuery } from "./analytics.queries.ts";
import { Bar, SHOWN, ShowMore, Value } from "./breakdown-table.tsx";
import type { ChartWish } from "./chart-address.ts";
import { HEADINGS } from "./words.ts";

type TagTableProps = {
	wish: ChartWish;
	onChoose: (tag: string | null) => void;
};

/** People and bots by the tags of the account's links (P226). */
export function TagTable({ wish, onChoose }: TagTableProps) {
	const { data, error, isFetching, refetch } = useQuery(tagCountsQuery(wish));
	useAskAgain([tagCountsQuery(wish).queryKey]);
	if (error) return <NotCounted error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
	if (!data) return null;
	if (data.tags.length === 0) return <p className="text-sm text-muted">No link has a tag yet.</p>;
	const chosen = wish.only?.dimension === "tag" ? wish.only.value : null;
	return <Tags counts={data} chosen={chosen} onChoose={onChoose} />;
}

type TagsProps = Pick<TagTableProps, "onChoose"> & { counts: TagCounts; chosen: string | null };

function Tags({ counts: { tags, untagged }, chosen, onChoose }: TagsProps) {
	const [isWhole, setIsWhole] = useState(false);
	const shown = isWhole ? tags : tags.slice(0, SHOWN);
	const most = Math.max(1, ...tags.map(({ human }) => human));
	return (
		<>
			<table className="w-full table-fixed text-[0.9375rem] tabular-nums">
				<caption className="sr-only">{HEADINGS.tag}</caption>
				<colgroup>
					<col />
					<col className="w-14" />
					<col className="w-14" />
				</colgroup>
				<thead>
					<tr className="text-sm text-muted">
						<th scope="col" className="font-normal">
							<span className="sr-only">Tag</span>
						</th>
						<th scope="col" className="text-right font-normal">
							People
						</th>
						<th scope="col" className="pr-2 text-right font-normal">
							Bots
						</th>
					</tr>
				</thead>
				<tbody>
					{shown.map(({ tag, human, bot }) => (
						<tr key={tag} className={classNames(chosen === tag && "bg-sunken")}>
							<th scope="row" className="relative p-0 text-left font-normal">
								<Bar share={human / most} columns="7rem" isBot={false} />
								<Value
									words={tag}
									href={null}
									isChosen={chosen === tag}
									onChoose={() => onChoose(chosen === tag ? null : tag)}
								/>
							</th>
							<td className="relative text-right">{formatCount(human)}</td>
							<td className="relative pr-2 text-right">{formatCount(bot)}</td>
						</tr>
					))}
					<tr className="text-muted">
						<th scope="row" className="px-2 py-2.5 text-left font-normal md:py-1">
							No tag
						</th>
						<td className="text-right">{formatCount(untagged.human)}</td>
						<td className="pr-2 text-right">{formatCount(untagged.bot)}</td>
					</tr>
				</tbody>
			</table>
			<ShowMore count={tags.length} of={HEADINGS.tag} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
			<p className="text-sm text-muted">
				By the links' current tags. A link with two tags counts for both, so rows can add up to more than the total.
			</p>
		</>
	);
}

function NotCounted({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
	return (
		<div role="alert" className="flex flex-col items-start gap-2">
			<p>{saidBy(error) ?? "Views by tag couldn't be loaded."}</p>
			{canBeTriedAgain(error) && <TryAgain isBusy={isBusy} onRetry={onRetry} />}
		</div>
	);
}
