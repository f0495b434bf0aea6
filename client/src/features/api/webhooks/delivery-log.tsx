import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dot } from "#client/components/ui/dot.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { momentText } from "#client/lib/moment-text.ts";
import { useNow } from "#client/lib/use-now.ts";
import { WEBHOOK_LOG_DAYS, type WebhookDeliveryView, type WebhookView } from "#shared/api/webhooks/webhook.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { deliveryWord, deliveryWords } from "./webhook-words.ts";
import { deliveriesQuery } from "./webhooks.queries.ts";

type DeliveryLogProps = {
	webhook: Pick<WebhookView, "id" | "pausedUntil">;
	/** Whether it's in view: it is loaded then, and kept current. */
	isShown: boolean;
	/** Whether something can be sent now. */
	canSend: boolean;
};

const SAY_TIME_EVERY_MS = 10_000;

/** What became of each event of a webhook, newest first (P669). */
export function DeliveryLog({ webhook, isShown, canSend }: DeliveryLogProps) {
	const log = useInfiniteQuery({ ...deliveriesQuery(webhook.id), enabled: isShown });
	const now = useNow(SAY_TIME_EVERY_MS);
	const name = `deliveries-${webhook.id}`;
	const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
	return (
		<section aria-labelledby={name} className="flex flex-col gap-2 border-t pt-4">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h3 id={name} className="font-semibold">
					Deliveries
				</h3>
				<p className="text-sm text-muted">Kept for {WEBHOOK_LOG_DAYS} days</p>
			</div>
			{log.isPending && <Skeleton className="h-11 rounded-control" />}
			{log.isError && !log.data && (
				<LoadFailed isBusy={log.isFetching} onRetry={() => void log.refetch()}>
					We couldn't load the deliveries.
				</LoadFailed>
			)}
			{log.data && deliveries.length === 0 && <p className="text-muted">None yet.</p>}
			{deliveries.length > 0 && (
				<ul aria-labelledby={name} className="flex flex-col divide-y rounded-control border">
					{deliveries.map((delivery) => (
						<DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} canSend={canSend} now={now} />
					))}
				</ul>
			)}
			{log.hasNextPage && (
				<Button
					variant="secondary"
					size="sm"
					className="self-start"
					isBusy={log.isFetchingNextPage}
					onClick={() => void log.fetchNextPage()}
				>
					Show older
				</Button>
			)}
		</section>
	);
}

type DeliveryRowProps = Pick<DeliveryLogProps, "webhook" | "canSend"> & { delivery: WebhookDeliveryView; now: Date };

/** Folded: what happened; open: the request and its answer, which are loaded then. */
function DeliveryRow({ webhook, delivery, canSend, now }: DeliveryRowProps) {
	const [isOpen, setIsOpen] = useState(false);
	const { word, tone } = deliveryWord(delivery, webhook.pausedUntil);
	return (
		<li>
			<details
				open={isOpen}
				onToggle={(event) => setIsOpen(event.currentTarget.open)}
				data-delivery={delivery.id}
				className="group/row"
			>
				<summary className="flex min-h-11 cursor-pointer list-none items-start gap-2 rounded-control px-3 py-2.5 hover:bg-sunken [&::-webkit-details-marker]:hidden">
					<ChevronRight
						aria-hidden="true"
						className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-open/row:rotate-90"
					/>
					<span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
						<code className="font-semibold wrap-anywhere">{delivery.type}</code>
						<time dateTime={delivery.createdAt} className="text-muted sm:order-last">
							{momentText(delivery.createdAt, now)}
						</time>
						<span className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:col-span-2">
							<span className="inline-flex items-center gap-2 font-medium">
								<Dot tone={tone} />
								{word}
							</span>
							<span className="min-w-0 text-muted wrap-anywhere">{deliveryWords(delivery, now)}</span>
						</span>
					</span>
				</summary>
				{isOpen && <DeliveryDetail webhook={webhook} delivery={delivery} canSend={canSend} />}
			</details>
		</li>
	);
}
