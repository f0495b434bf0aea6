import { useRef, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Disclosure } from "#client/components/ui/disclosure.tsx";
import { Dot } from "#client/components/ui/dot.tsx";
import { shortAddress } from "#client/lib/format.ts";
import { momentText } from "#client/lib/moment-text.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { WebhookView } from "#shared/api/webhooks/webhook.ts";
import { useFocusBack } from "../use-focus-back.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { stateSentence, stateWord } from "./webhook-words.ts";
import { useWebhookChanges } from "./webhooks.queries.ts";

type WebhookPanelProps = {
	webhook: WebhookView;
	isOnly: boolean;
	/** Without webhooks in the plan they can only be deleted. */
	canChange: boolean;
	onDeleted: () => void;
};

const MINUTE_MS = 60_000;

/** One webhook: its state and events, what can be done with it, and its deliveries. */
export function WebhookPanel({ webhook, isOnly, canChange, onDeleted }: WebhookPanelProps) {
	const { id, url, events, state, previousSecretUntil } = webhook;
	const now = useNow(MINUTE_MS);
	const heading = useRef<HTMLParagraphElement>(null);
	const [open, setOpen] = useState<"edit" | { secret: string } | null>(null);
	const { mutateAsync, isPending, error } = useWebhookChanges().change;
	const { word, tone } = stateWord(webhook);
	const isRolling = previousSecretUntil !== null && new Date(previousSecretUntil) > now;
	const until = isRolling ? `The previous secret works until ${momentText(previousSecretUntil, now)}.` : "";
	const edit = useFocusBack(open !== null, heading);
	return (
		<div data-webhook={id}>
			<Disclosure
				title={shortAddress(url)}
				isAsideWhole
				startsOpen={isOnly || tone === "warn"}
				aside={
					<span className="inline-flex items-center gap-2">
						<Dot tone={tone} />
						{word}
					</span>
				}
			>
				<p ref={heading} tabIndex={-1} className="outline-none">
					{stateSentence(webhook, now)}
				</p>
				{open === "edit" ? (
					<WebhookForm
						label={`Edit ${url}`}
						current={webhook}
						submit="Save webhook"
						failed="The webhook could not be saved"
						save={async (form) => {
							await mutateAsync({ id, ...form });
							setOpen(null);
							toast({ title: "Webhook saved", variant: "success" });
						}}
						error={error}
						isBusy={isPending}
						onCancel={() => setOpen(null)}
					/>
				) : (
					<>
						<p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
							<span className="text-muted">Events</span>
							{events.map((event) => (
								<code key={event}>{event}</code>
							))}
						</p>
						{open ? (
							<ShownSecret title="Your new secret" secret={open.secret} note={until} onDone={() => setOpen(null)} />
						) : (
							<>
								{isRolling && <p className="text-sm text-muted">{until}</p>}
								<WebhookActions
									webhook={webhook}
									canChange={canChange}
									edit={edit}
									onEdit={() => setOpen("edit")}
									onRolled={(secret) => setOpen({ secret })}
									onDeleted={onDeleted}
								/>
							</>
						)}
					</>
				)}
				<DeliveryLog webhookId={id} canSend={canChange && state === "on"} />
			</Disclosure>
		</div>
	);
}
