import { useRef, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { momentText } from "#client/lib/moment-text.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { WebhookView } from "#shared/api/webhooks/webhook.ts";
import { useFocusBack } from "../use-focus-back.ts";
import { ShownSecret } from "./shown-secret.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { stateSentence } from "./webhook-words.ts";
import { useWebhookChanges } from "./webhooks.queries.ts";

type WebhookDetailsProps = {
	webhook: WebhookView;
	localReceiver: string | null;
	canChange: boolean;
	onDeleted: () => void;
};

const MINUTE_MS = 60_000;

/** A webhook's state and events, and what can be done with it; or its form, or its new secret. */
export function WebhookDetails({ webhook, localReceiver, canChange, onDeleted }: WebhookDetailsProps) {
	const { id, url, events, previousSecretUntil } = webhook;
	const now = useNow(MINUTE_MS);
	const state = useRef<HTMLParagraphElement>(null);
	const [isEditing, setIsEditing] = useState(false);
	const [secret, setSecret] = useState<string | null>(null);
	const { mutateAsync, isPending, error } = useWebhookChanges().change;
	const isRolling = previousSecretUntil !== null && new Date(previousSecretUntil) > now;
	const until = isRolling ? `The previous secret works until ${momentText(previousSecretUntil, now)}.` : "";
	const edit = useFocusBack(isEditing || secret !== null, state);
	const sentence = (
		<p ref={state} tabIndex={-1} className="outline-none">
			{stateSentence(webhook, now)}
		</p>
	);

	if (isEditing) {
		return (
			<>
				{sentence}
				<WebhookForm
					label={`Edit ${url}`}
					current={webhook}
					localReceiver={localReceiver}
					submit="Save webhook"
					failed="The webhook could not be saved"
					save={async (form) => {
						await mutateAsync({ id, ...form });
						setIsEditing(false);
						toast({ title: "Webhook saved", variant: "success" });
					}}
					error={error}
					isBusy={isPending}
					onCancel={() => setIsEditing(false)}
				/>
			</>
		);
	}
	return (
		<>
			{sentence}
			<p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
				<span className="text-muted">Events</span>
				{events.map((event) => (
					<code key={event}>{event}</code>
				))}
			</p>
			{secret !== null ? (
				<ShownSecret title="Your new secret" secret={secret} note={until} onDone={() => setSecret(null)} />
			) : (
				<>
					{isRolling && <p className="text-sm text-muted">{until}</p>}
					<WebhookActions
						webhook={webhook}
						canChange={canChange}
						edit={edit}
						onEdit={() => setIsEditing(true)}
						onRolled={setSecret}
						onDeleted={onDeleted}
					/>
				</>
			)}
		</>
	);
}
