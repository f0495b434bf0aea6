import { type RefObject, useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { shortAddress } from "#client/lib/format.ts";
import { WEBHOOK_ROLL_HOURS, type WebhookView } from "#shared/api/webhooks/webhook.ts";
import { useWebhookChanges } from "./webhooks.queries.ts";

type WebhookActionsProps = {
	webhook: WebhookView;
	canChange: boolean;
	edit: RefObject<HTMLButtonElement | null>;
	onEdit: () => void;
	onRolled: (secret: string) => void;
	onDeleted: () => void;
};

/** What the owner can do with a webhook. */
export function WebhookActions({ webhook, canChange, edit, onEdit, onRolled, onDeleted }: WebhookActionsProps) {
	const [asked, setAsked] = useState<"roll" | "delete" | null>(null);
	const { test } = useWebhookChanges();
	const close = () => setAsked(null);
	const isOn = webhook.state === "on";
	return (
		<div className="flex flex-wrap items-center gap-2">
			{canChange && (
				<>
					{isOn && (
						<Button
							variant="secondary"
							size="sm"
							isBusy={test.isPending}
							onClick={() =>
								test.mutate(webhook.id, { onError: (error) => toastFailure("The test could not be sent", error) })
							}
						>
							Send test
						</Button>
					)}
					<Power webhook={webhook} />
					<Button ref={edit} variant="ghost" size="sm" onClick={onEdit}>
						Edit
					</Button>
					<Button variant="ghost" size="sm" onClick={() => setAsked("roll")}>
						Roll secret
					</Button>
				</>
			)}
			<Button variant="quiet-danger" size="sm" onClick={() => setAsked("delete")}>
				Delete<span className="sr-only"> {shortAddress(webhook.url)}</span>
			</Button>
			{asked === "roll" && <RollDialog webhook={webhook} onClose={close} onRolled={onRolled} />}
			{asked === "delete" && <DeleteDialog webhook={webhook} onClose={close} onDeleted={onDeleted} />}
		</div>
	);
}

/** Turns a webhook on or off. */
function Power({ webhook: { id, state } }: { webhook: WebhookView }) {
	const { mutate, isPending } = useWebhookChanges().change;
	const isOn = state === "on";
	const failed = isOn ? "The webhook could not be turned off" : "The webhook could not be turned on";
	return (
		<Button
			variant={isOn ? "ghost" : "primary"}
			size="sm"
			isBusy={isPending}
			onClick={() => mutate({ id, isEnabled: !isOn }, { onError: (error) => toastFailure(failed, error) })}
		>
			{isOn ? "Turn off" : "Turn on"}
		</Button>
	);
}

type DialogProps = { webhook: WebhookView; onClose: () => void };

function RollDialog({ webhook, onClose, onRolled }: DialogProps & { onRolled: (secret: string) => void }) {
	const { mutateAsync, isPending } = useWebhookChanges().roll;

	async function roll(): Promise<void> {
		try {
			const { secret } = await mutateAsync(webhook.id);
			onClose();
			onRolled(secret);
		} catch (error) {
			onClose();
			toastFailure("The secret could not be rolled", error);
		}
	}

	return (
		<ConfirmDialog
			isOpen
			title="Roll the secret?"
			description={
				webhook.previousSecretUntil === null
					? `You get a new secret. The current one works for ${WEBHOOK_ROLL_HOURS} more hours, so you can update your receiver.`
					: `You get a new secret. The current one works for ${WEBHOOK_ROLL_HOURS} more hours, and the one before it stops now.`
			}
			keepLabel="Keep secret"
			onKeep={onClose}
			confirmLabel="Roll secret"
			confirm={() => void roll()}
			isBusy={isPending}
		/>
	);
}

function DeleteDialog({ webhook: { id, url }, onClose, onDeleted }: DialogProps & { onDeleted: () => void }) {
	const { mutateAsync, isPending } = useWebhookChanges().remove;

	// The list no longer has this component by then, so no callback of it would run.
	async function remove(): Promise<void> {
		try {
			await mutateAsync(id);
			toast({ title: "Webhook deleted", variant: "success" });
			onClose();
			onDeleted();
		} catch (error) {
			onClose();
			toastFailure("The webhook could not be deleted", error);
		}
	}

	return (
		<ConfirmDialog
			isOpen
			title={<span className="wrap-anywhere">Delete {shortAddress(url)}?</span>}
			description="Events are no longer sent there, and its deliveries are deleted, too. You can't undo this."
			keepLabel="Keep webhook"
			onKeep={onClose}
			confirmLabel="Delete webhook"
			confirm={() => void remove()}
			isBusy={isPending}
		/>
	);
}
