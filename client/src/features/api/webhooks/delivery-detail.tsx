import { useQuery } from "@tanstack/react-query";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import type { WebhookDeliveryDetail, WebhookDeliveryView, WebhookView } from "#shared/api/webhooks/webhook.ts";
import { deliveryQuery, useWebhookChanges } from "./webhooks.queries.ts";

type DeliveryDetailProps = {
	webhook: Pick<WebhookView, "id" | "pausedUntil">;
	delivery: WebhookDeliveryView;
	canSend: boolean;
};

/** A delivery's request and answer, and the way to send it again. */
export function DeliveryDetail({ webhook, delivery, canSend }: DeliveryDetailProps) {
	const { id: webhookId, pausedUntil } = webhook;
	const isWaiting = delivery.state === "waiting";
	const { data, isError, isFetching, refetch } = useQuery(deliveryQuery(webhookId, delivery.id));
	const { mutate, isPending } = useWebhookChanges().again;
	const onError = (error: unknown) => toastFailure("The delivery could not be sent again", error);
	return (
		<div className="flex flex-col gap-4 px-3 pt-1.5 pb-4 sm:pl-9">
			{!data && !isError && <Skeleton className="h-40 rounded-control" />}
			{!data && isError && (
				<LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
					We couldn't load this delivery.
				</LoadFailed>
			)}
			{data && <Exchange delivery={data} />}
			{canSend && (!isWaiting || pausedUntil !== null) && (
				<Button
					variant="secondary"
					size="sm"
					className="self-start"
					isBusy={isPending}
					onClick={() => mutate({ id: webhookId, delivery: delivery.id }, { onError })}
				>
					{isWaiting ? "Send now" : "Send again"}
				</Button>
			)}
		</div>
	);
}

function Exchange({ delivery: { eventId, request, answer, lastError } }: { delivery: WebhookDeliveryDetail }) {
	return (
		<>
			<p className="flex flex-wrap gap-x-2 text-sm">
				<code className="text-muted">webhook-id</code>
				<code className="min-w-0 break-all">{eventId}</code>
			</p>
			{request && <Body label="Request" text={indented(request.body)} />}
			{lastError && <p className="text-sm wrap-anywhere">{lastError}</p>}
			{answer && (
				<Body
					label={`Answer · ${answer.status}`}
					text={answer.body === "" ? "Without a body" : indented(answer.body)}
				/>
			)}
		</>
	);
}

function Body({ label, text }: { label: string; text: string }) {
	return (
		<figure aria-label={label} className="flex min-w-0 flex-col gap-1.5">
			<figcaption className="text-sm font-semibold">{label}</figcaption>
			<pre
				translate="no"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keys
				tabIndex={0}
				className="max-h-80 overflow-auto rounded-control bg-sunken px-3.5 py-2.5 text-[0.8125rem] leading-relaxed"
			>
				<code>{text}</code>
			</pre>
		</figure>
	);
}

/** JSON on lines of its own; any other text as it is. */
function indented(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
