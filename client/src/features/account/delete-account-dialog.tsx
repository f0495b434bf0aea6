import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { creditQuery } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { ApiError } from "#client/lib/api-client.ts";
import { confirmsDeletion, WRONG_CONFIRMATION } from "#shared/account/account-deletion.ts";
import { creditAtDeletion } from "#shared/billing/subscriptions/credit-words.ts";
import { useDeleteAccount } from "./account.queries.ts";

type DeleteAccountDialogProps = { userSlug: string; isOpen: boolean; onClose: () => void };

/** Explains what is deleted and what remains, and requires the user name before the account is deleted. */
export function DeleteAccountDialog({ userSlug, isOpen, onClose }: DeleteAccountDialogProps) {
	const { mutate, reset, isPending, isError, error } = useDeleteAccount();
	const { data, isError: hasNoCreditAnswer } = useQuery({ ...creditQuery, enabled: isOpen });
	const credit = data?.credit;
	const requestId = error instanceof ApiError ? error.requestId : null;
	const [typed, setTyped] = useState("");
	const [isWrong, setIsWrong] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const formId = useId();

	function close(): void {
		setTyped("");
		setIsWrong(false);
		reset();
		onClose();
	}

	function submit(event: FormEvent): void {
		event.preventDefault();
		if (isPending) return;
		if (confirmsDeletion(typed, userSlug)) {
			mutate(typed);
		} else {
			setIsWrong(true);
			input.current?.focus();
		}
	}

	return (
		<ConfirmDialog
			isOpen={isOpen}
			title="Delete your account?"
			description="This takes effect immediately and can't be undone."
			keepLabel="Keep account"
			onKeep={close}
			confirmLabel="Delete account"
			confirm={{ formId }}
			isBusy={isPending}
		>
			<ul className="list-disc pl-5 marker:text-danger [&_li]:mt-1.5">
				<li>
					If you have a subscription, it ends now, without a refund for the remaining time. To use the 30-day guarantee,
					write to us first.
				</li>
				{credit && <li>{creditAtDeletion(credit)}</li>}
				{hasNoCreditAnswer && <li>If you have credit, write to us: we refund what came from your payments.</li>}
				<li>Your links stop working everywhere. Their images and views are deleted.</li>
				<li>You are signed out on every device.</li>
				<li>We keep payments without your name, as tax law requires. No one else can ever use your user name.</li>
			</ul>
			<form id={formId} noValidate onSubmit={submit}>
				<Field
					label="Your user name"
					hint={<Hint userSlug={userSlug} />}
					error={isWrong ? `${WRONG_CONFIRMATION}: ${userSlug}` : null}
					isRequired
				>
					{(control) => (
						<Input
							{...control}
							ref={input}
							value={typed}
							onChange={(event) => {
								setTyped(event.target.value);
								setIsWrong(false);
							}}
							disabled={isPending}
							autoComplete="off"
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</Field>
			</form>
			{isError && (
				<p role="alert" className="text-danger">
					{failureOf(error)}
					{requestId && <span className="mt-1 block text-xs break-all text-muted">Request {requestId}</span>}
				</p>
			)}
		</ConfirmDialog>
	);
}

/** The subscription may have ended although the account still exists; the server's message says so. */
function failureOf(error: Error): string {
	if (!(error instanceof ApiError)) return "We got no answer. Your account may already be deleted. Please try again.";
	if (error.kind === "upstream") return error.serverMessage;
	return "Your account could not be deleted. Please try again in a moment.";
}

function Hint({ userSlug }: { userSlug: string }) {
	return (
		<>
			Type <strong className="font-semibold text-ink">{userSlug}</strong> to confirm.
		</>
	);
}
