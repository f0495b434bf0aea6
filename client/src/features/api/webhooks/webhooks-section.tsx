import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { formatCount, formatCounted, shortAddress } from "#client/lib/format.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { NewWebhook, WebhookList, WebhookView } from "#shared/api/webhooks/webhook.ts";
import { webhookLimit } from "#shared/billing/plans/plan-features.ts";
import { NoRoom } from "../no-room.tsx";
import { useFocusBack } from "../use-focus-back.ts";
import { DOCUMENTATION, ShownSecret } from "./shown-secret.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookPanel } from "./webhook-panel.tsx";
import { stateWord } from "./webhook-words.ts";
import { useLiveWebhooks, useWebhookChanges, webhooksQuery } from "./webhooks.queries.ts";

const SAY_TIME_EVERY_MS = 10_000;

/** The account's webhooks: making them, with a secret that is shown once, and what became of each event (P669). */
export function WebhooksSection() {
	const { data, isError, isFetching, refetch } = useQuery(webhooksQuery);
	const heading = useRef<HTMLHeadingElement>(null);
	const now = useNow(SAY_TIME_EVERY_MS);
	useLiveWebhooks();
	if (!data) {
		if (!isError) return <Skeleton className="h-52 rounded-card" />;
		return (
			<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
				We couldn't load your webhooks.
			</LoadFailed>
		);
	}
	const { limit, localReceiver } = data;
	const webhooks = data.webhooks.map((webhook) => pauseAt(webhook, now));
	return (
		<>
			<Card className="flex flex-col gap-5 p-4 sm:p-6">
				<div className="flex flex-wrap items-baseline justify-between gap-x-4">
					<h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
						Webhooks
					</h2>
					{limit > 0 && (
						<p className="text-muted">{`${formatCount(webhooks.length)} of ${formatCounted(limit, "webhook")}`}</p>
					)}
				</div>
				<Making list={data} heading={heading} />
			</Card>
			<p role="status" className="sr-only">
				{webhooks.map(inShort).join(", ")}
			</p>
			{webhooks.map((webhook) => (
				<WebhookPanel
					key={webhook.id}
					webhook={webhook}
					isOnly={webhooks.length === 1}
					localReceiver={localReceiver}
					canChange={limit > 0}
					onDeleted={() => heading.current?.focus()}
				/>
			))}
		</>
	);
}

/** A pause ends without an event if nothing waits. */
function pauseAt(webhook: WebhookView, now: Date): WebhookView {
	const { pausedUntil } = webhook;
	return pausedUntil && new Date(pausedUntil) > now ? webhook : { ...webhook, pausedUntil: null };
}

const inShort = (webhook: WebhookView) => `${webhook.url}: ${stateWord(webhook).word}`;

type MakingProps = { list: WebhookList; heading: RefObject<HTMLElement | null> };

/** The button, the form or the new secret; or why there can be no other. */
function Making({ list: { webhooks, limit, localReceiver }, heading }: MakingProps): ReactNode {
	const [isMaking, setIsMaking] = useState(false);
	const [made, setMade] = useState<NewWebhook | null>(null);
	const { mutateAsync, isPending, error } = useWebhookChanges().make;
	const shown = made && webhooks.some(({ id }) => id === made.id) ? made : null;
	const button = useFocusBack(isMaking || shown !== null, heading);

	if (shown) {
		const note = `It's for ${shortAddress(shown.url)}.`;
		return <ShownSecret title="Your webhook's secret" secret={shown.secret} note={note} onDone={() => setMade(null)} />;
	}
	if (isMaking) {
		return (
			<WebhookForm
				localReceiver={localReceiver}
				label="New webhook"
				submit="Create webhook"
				failed="The webhook could not be created"
				save={async (form) => {
					setMade(await mutateAsync(form));
					setIsMaking(false);
				}}
				error={error}
				isBusy={isPending}
				onCancel={() => setIsMaking(false)}
			/>
		);
	}
	if (limit === 0) {
		return (
			<div className="flex flex-col gap-1">
				{webhooks.length > 0 ? <p>{OFF_WITH_PLAN}</p> : <Purpose />}
				<UpgradeLink feature="api" />
			</div>
		);
	}
	if (webhooks.length >= limit) {
		const biggest = webhookLimit("enterprise");
		return <NoRoom noun="webhook" remove="delete" count={webhooks.length} limit={limit} biggest={biggest} />;
	}
	return (
		<>
			{webhooks.length === 0 && <Purpose />}
			<Button ref={button} className="self-start" onClick={() => setIsMaking(true)}>
				New webhook
			</Button>
		</>
	);
}

const OFF_WITH_PLAN = "Your plan has no webhooks, so these are off. They turn on again once you upgrade.";

/** What a webhook is for, where there is none. */
function Purpose() {
	return (
		<p>
			No webhooks yet. A webhook sends events to your server within seconds, such as a new link or a preview on
			WhatsApp.{" "}
			<a href={DOCUMENTATION} className="font-semibold underline underline-offset-2">
				See examples
			</a>
		</p>
	);
}
