import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { type Receipt, receiptNews, receiptsOf } from "#shared/cards/receipts.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkDeliveriesQuery } from "./cards.queries.ts";

const MARKS: Record<Receipt["state"], string> = {
	present: "bg-mark-good border-mark-good",
	older: "bg-mark-warn border-mark-warn",
	never: "border-control",
};

/** 'Where this card has arrived': which platform has which version, with what can't be known (P138). */
export function DeliveryReceipts({ link }: { link: LinkView }) {
	// Each answer tells the time anew, also where it says what the last one did.
	const { data, dataUpdatedAt, isError, refetch } = useQuery(linkDeliveriesQuery(link.id));
	const hasOwnPicture = link.imageUrl?.startsWith("/") ?? false;
	const receipts = data && receiptsOf(data, new Date(dataUpdatedAt), hasOwnPicture);
	const news = useNews(receipts);
	const fetched = receipts?.filter(({ state }) => state !== "never") ?? [];
	const never = receipts?.filter(({ state }) => state === "never") ?? [];
	return (
		<section aria-labelledby="arrived" className="flex flex-col gap-4">
			<h2 id="arrived" className="text-2xl">
				Where this card has arrived
			</h2>
			<p role="status" className="sr-only">
				{news}
			</p>
			{!data && !isError && <Skeleton className="h-24 w-full" />}
			{isError && (
				<div role="alert" className="flex flex-wrap items-center gap-3">
					<p>This could not be loaded.</p>
					<Button variant="secondary" size="sm" className="max-md:min-h-11" onClick={() => void refetch()}>
						Try again
					</Button>
				</div>
			)}
			{data && (
				<>
					<p className="text-muted">
						The card is at version {data.version}.
						{fetched.length === 0 && " Nobody has fetched it yet; that happens when somebody shares the link."}
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
							<li>A cache in front of our pictures hides who asks for them.</li>
						</ul>
					</details>
				</>
			)}
		</section>
	);
}

/** What the newest answer that brought something brought; nothing for the first one. */
function useNews(receipts: Receipt[] | undefined): string {
	const [last, setLast] = useState({ receipts, news: "" });
	if (!receipts) return "";
	const news = last.receipts ? receiptNews(last.receipts, receipts) : "";
	if (news === "" && last.receipts) return last.news;
	setLast({ receipts, news });
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
