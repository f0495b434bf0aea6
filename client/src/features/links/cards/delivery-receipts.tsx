import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, Clock, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { type Receipt, receiptsNotice, receiptsOf, versionsText } from "#shared/links/cards/receipts.ts";
import { linkDeliveriesQuery, useLiveDeliveries } from "./cards.queries.ts";

const SAY_TIME_EVERY_MS = 15_000;

const MARKS: Record<Receipt["state"], { Icon: LucideIcon; tone: string; words: string }> = {
	present: { Icon: CircleCheck, tone: "text-good", words: "has this card" },
	older: { Icon: Clock, tone: "text-warn", words: "has an older card" },
	never: { Icon: Circle, tone: "text-control", words: "not yet" },
};

/** 'Where it's been previewed': which apps have the card, as a grid of ticks (P138). */
export function DeliveryReceipts({ linkId }: { linkId: number }) {
	const { data, isError, refetch, receipts } = useReceipts(linkId);
	useLiveDeliveries(linkId);
	const notice = useNotice(data);
	return (
		<section aria-labelledby="arrived" className="flex flex-col gap-3">
			<h2 id="arrived" className="text-lg">
				Where it's been previewed
			</h2>
			{!data && !isError && <Skeleton className="h-44 w-full" />}
			{isError && (
				<LoadFailed size="sm" onRetry={() => void refetch()}>
					This could not be loaded.
				</LoadFailed>
			)}
			<p role="status" className="sr-only">
				{notice}
			</p>
			{receipts && (
				<>
					<p className="text-sm text-muted">{inShort(receipts)}</p>
					<ul className="grid grid-cols-2 gap-x-3 gap-y-1.5 text-sm">
						{receipts.map(({ fetcher: { name }, state, text }) => {
							const { Icon, tone, words } = MARKS[state];
							return (
								<li key={name} title={text} className="relative flex min-w-0 items-center gap-2">
									<Icon aria-hidden="true" className={classNames("size-4 shrink-0", tone)} />
									<span className={classNames("truncate", state === "never" && "text-muted")}>{name}</span>
									<span className="sr-only">: {words}</span>
								</li>
							);
						})}
					</ul>
				</>
			)}
		</section>
	);
}

/** The same in sentences, and what can't be known of it. */
export function ReceiptDetails({ linkId }: { linkId: number }) {
	const { data, receipts } = useReceipts(linkId);
	if (!data || !receipts) return null;
	const fetched = receipts.filter(({ state }) => state !== "never");
	const never = receipts.filter(({ state }) => state === "never");
	return (
		<>
			<ul className="flex flex-col gap-1">
				<li>{versionsText(data)}</li>
				{fetched.map(({ fetcher, text }) => (
					<li key={fetcher.name}>{text}</li>
				))}
				{never.length > 0 && <li>Not yet: {never.map(({ fetcher }) => fetcher.name).join(", ")}.</li>}
			</ul>
			<div>
				<h3 className="text-sm">Limits of this list</h3>
				<ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
					{receipts.map(
						({ fetcher: { name, note } }) =>
							note && (
								<li key={name}>
									{name}: {note}
								</li>
							),
					)}
					<li>A cache in front of our images hides who loads them.</li>
				</ul>
			</div>
		</>
	);
}

function useReceipts(linkId: number) {
	const { data, isError, refetch } = useQuery(linkDeliveriesQuery(linkId));
	// "Just now" ends without any news.
	const now = useNow(SAY_TIME_EVERY_MS);
	return { data, isError, refetch, receipts: data && receiptsOf(data, now) };
}

const namesOf = new Intl.ListFormat("en-US");

function inShort(receipts: Receipt[]): string {
	const present = receipts.filter(({ state }) => state === "present").map(({ fetcher }) => fetcher.name);
	const isAnyOlder = receipts.some(({ state }) => state === "older");
	if (isAnyOlder && present.length === 0) return "No app has your latest card yet.";
	if (isAnyOlder) {
		const have = present.length === 1 ? "has" : "have";
		return `${namesOf.format(present)} ${have} your latest card; the others may show the previous one.`;
	}
	if (present.length === 0) return "No previews yet. They appear once someone shares the link.";
	return `${present.length} of ${receipts.length} seen.`;
}

/** What the fetches that came in last have changed, to be read out; that time passes is no news. */
function useNotice(data: LinkDeliveries | undefined): string {
	const announced = useRef<LinkDeliveries>(undefined);
	const [notice, setNotice] = useState("");
	useEffect(() => {
		if (announced.current && data) {
			const fresh = receiptsNotice(announced.current, data, new Date());
			if (fresh.length > 0) setNotice(`${fresh.join(". ")}.`);
		}
		announced.current = data;
	}, [data]);
	return notice;
}
