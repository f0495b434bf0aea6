import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { type Receipt, receiptsNotice, receiptsOf, versionsText } from "#shared/links/cards/receipts.ts";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import type { Platform } from "#shared/public/platforms/platform.ts";
import { fetcherOf } from "./app-fetcher.ts";
import { AppIcon } from "./app-icon.tsx";
import { linkDeliveriesQuery, useLiveDeliveries } from "./cards.queries.ts";

const SAY_TIME_EVERY_MS = 15_000;

/** 'Where it's been previewed': which apps have the card, as a grid of icons with names and ticks (P138, P601). */
export function DeliveryReceipts({ linkId }: { linkId: number }) {
	const { data, isError, refetch, receipts } = useReceipts(linkId);
	useLiveDeliveries(linkId);
	const notice = useNotice(data);
	return (
		<section aria-labelledby="arrived" className="flex flex-col gap-3">
			<h2 id="arrived" className="text-lg">
				Where it's been previewed
			</h2>
			{!data && !isError && <Skeleton className="h-68 w-full" />}
			{isError && (
				<LoadFailed size="sm" onRetry={() => void refetch()}>
					This could not be loaded.
				</LoadFailed>
			)}
			<p role="status" className="sr-only">
				{notice}
			</p>
			{receipts && <AppGrid receipts={receipts} />}
		</section>
	);
}

function AppGrid({ receipts }: { receipts: Receipt[] }) {
	const apps = DRAWN_PLATFORMS.map((app) => ({
		app,
		receipt: receipts.find(({ fetcher }) => fetcher.name === fetcherOf(app)),
	}));
	const drawn = new Set(apps.map(({ receipt }) => receipt));
	const others = receipts.filter((receipt) => receipt.state !== "never" && !drawn.has(receipt));
	return (
		<>
			<p className="min-h-5 text-sm text-muted">{inShort(receipts, apps)}</p>
			<ul className="grid max-w-80 grid-cols-2 gap-x-4 gap-y-2">
				{apps.map(({ app, receipt }) => (
					<AppTile key={app.word} app={app} receipt={receipt} />
				))}
			</ul>
			{others.length > 0 && (
				<p className="text-sm text-muted">Also: {namesOf.format(others.map(({ fetcher }) => fetcher.name))}.</p>
			)}
		</>
	);
}

type AppReceipt = { app: Platform; receipt: Receipt | undefined };

function AppTile({ app, receipt }: AppReceipt) {
	const state = receipt?.state ?? "never";
	const Badge = { present: CircleCheck, older: Clock, never: null }[state];
	const text = receipt && state !== "never" ? receipt.text : `${app.name}: not yet`;
	const shared =
		receipt && receipt.fetcher.name !== app.name ? `${app.name} shares ${receipt.fetcher.name}'s card. ` : "";
	return (
		<li title={`${shared}${text}`} className="flex items-center gap-2 text-sm">
			<span className="relative">
				<AppIcon word={app.word} name={app.name} isFaint={state === "never"} />
				{Badge && (
					<Badge
						aria-hidden="true"
						className={classNames(
							"absolute -right-1.5 -bottom-1.5 size-4.5 text-surface",
							state === "present" ? "fill-good" : "fill-warn",
						)}
					/>
				)}
			</span>
			<span className={state === "never" ? "text-muted" : undefined}>{app.name}</span>
			<span className="sr-only">: {STATE_WORDS[state]}</span>
		</li>
	);
}

const STATE_WORDS: Record<Receipt["state"], string> = {
	present: "has this card",
	older: "has an older card",
	never: "not yet",
};

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
	// "Just now" expires without an event.
	const now = useNow(SAY_TIME_EVERY_MS);
	return { data, isError, refetch, receipts: data && receiptsOf(data, now) };
}

const namesOf = new Intl.ListFormat("en-US");

function inShort(receipts: Receipt[], apps: AppReceipt[]): string {
	const present = receipts.filter(({ state }) => state === "present").map(({ fetcher }) => fetcher.name);
	const isAnyOlder = receipts.some(({ state }) => state === "older");
	if (isAnyOlder && present.length === 0) return "No app has your latest card yet.";
	if (isAnyOlder) {
		const have = present.length === 1 ? "has" : "have";
		return `${namesOf.format(present)} ${have} your latest card; the others may show the previous one.`;
	}
	if (present.length === 0) return "No previews yet. They appear once someone shares the link.";
	const seen = apps.filter(({ receipt }) => receipt?.state === "present").length;
	return `${seen} of ${apps.length} seen.`;
}

/** Announces only new fetches to screen readers, not the passing of time. */
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
