import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { LinkDeliveries } from "#shared/cards/delivery.ts";
import { type Receipt, receiptsNews, receiptsOf, versionsText } from "#shared/cards/receipts.ts";
import { linkDeliveriesQuery, useLiveDeliveries } from "./cards.queries.ts";

const SAY_TIME_EVERY_MS = 15_000;

const MARKS: Record<Receipt["state"], string> = {
	present: "bg-mark-good border-mark-good",
	older: "bg-mark-warn border-mark-warn",
	never: "border-control",
};

/** 'Where it's been previewed': which platform has which version, with what can't be known (P138). */
export function DeliveryReceipts({ linkId }: { linkId: number }) {
	const { data, isError, refetch } = useQuery(linkDeliveriesQuery(linkId));
	useLiveDeliveries(linkId);
	// "Just now" ends without any news.
	const now = useNow(SAY_TIME_EVERY_MS);
	const receipts = data && receiptsOf(data, now);
	const news = useNews(data);
	const fetched = receipts?.filter(({ state }) => state !== "never") ?? [];
	const never = receipts?.filter(({ state }) => state === "never") ?? [];
	return (
		<section aria-labelledby="arrived" className="flex flex-col gap-4">
			<h2 id="arrived" className="text-2xl">
				Where it's been previewed
			</h2>
			{!data && !isError && <Skeleton className="h-24 w-full" />}
			{isError && (
				<LoadFailed size="sm" onRetry={() => void refetch()}>
					This could not be loaded.
				</LoadFailed>
			)}
			<p role="status" className="sr-only">
				{news}
			</p>
			{data && (
				<>
					<p className="text-muted">
						{fetched.length === 0 ? "No previews yet. They appear once someone shares the link." : versionsText(data)}
					</p>
					{fetched.length > 0 && (
						<ul className="flex flex-col gap-2">
							{fetched.map((receipt) => (
								<Line key={receipt.fetcher.name} receipt={receipt} />
							))}
						</ul>
					)}
					{never.length > 0 && (
						<p className="text-sm text-muted">Never: {never.map(({ fetcher }) => fetcher.name).join(", ")}.</p>
					)}
					<details className="text-sm text-muted">
						<summary className="inline-flex min-h-11 items-center underline">What can't be known</summary>
						<ul className="flex list-disc flex-col gap-1 pl-5">
							{receipts?.map(
								({ fetcher: { name, note } }) =>
									note && (
										<li key={name}>
											{name}: {note}
										</li>
									),
							)}
							<li>A cache in front of our images hides who loads them.</li>
						</ul>
					</details>
				</>
			)}
		</section>
	);
}

/** What the fetches that came in last have changed, to be read out; that time passes is no news. */
function useNews(data: LinkDeliveries | undefined): string {
	const announced = useRef<LinkDeliveries>(undefined);
	const [news, setNews] = useState("");
	useEffect(() => {
		if (announced.current && data) {
			const fresh = receiptsNews(announced.current, data, new Date());
			if (fresh.length > 0) setNews(`${fresh.join(". ")}.`);
		}
		announced.current = data;
	}, [data]);
	return news;
}

function Line({ receipt: { state, text } }: { receipt: Receipt }) {
	return (
		<li className="flex items-baseline gap-3">
			<span aria-hidden="true" className={classNames("size-2.5 shrink-0 rounded-full border", MARKS[state])} />
			{text}
		</li>
	);
}
