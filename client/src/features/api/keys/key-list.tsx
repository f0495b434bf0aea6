import { useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { formatDate } from "#client/lib/format.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { ApiKeyView } from "#shared/api/keys/api-key.ts";
import { useKeyChanges } from "./api-keys.queries.ts";
import { expiryWords, hasExpired, lowerFirst, scopesWords, usedWords } from "./key-words.ts";

type KeyListProps = {
	keys: readonly ApiKeyView[];
	/** Whether the account may not use the API now. */
	areStopped: boolean;
	onRevoked: () => void;
};

const MINUTE_MS = 60_000;

/** The account's keys, each with what it may do and when it was used, and the way to revoke it (P651). */
export function KeyList({ keys, areStopped, onRevoked }: KeyListProps) {
	const now = useNow(MINUTE_MS);
	const [asked, setAsked] = useState<ApiKeyView | null>(null);
	return (
		<>
			<ul aria-label="API keys" className="flex flex-col divide-y rounded-control border">
				{keys.map((key) => (
					<li key={key.id} className="flex flex-col gap-x-6 gap-y-2 p-4 sm:flex-row sm:items-start sm:justify-between">
						<div className="flex min-w-0 flex-col gap-1">
							<p className="flex flex-wrap items-baseline gap-x-3">
								<span className="min-w-0 font-semibold wrap-anywhere">{key.name}</span>
								<code className="text-sm text-muted">{key.start}…</code>
								{(areStopped || hasExpired(key, now)) && (
									<span className="text-sm font-semibold text-danger">
										{hasExpired(key, now) ? "Expired" : "Stopped"}
									</span>
								)}
							</p>
							<p>{scopesWords(key.scopes)}</p>
							<p className="flex flex-wrap gap-x-3 text-sm text-muted">
								<span>Created {formatDate(key.createdAt)}</span>
								<span>{expiryWords(key, now)}</span>
								<span>{usedWords(key, now)}</span>
							</p>
						</div>
						<Button
							variant="quiet-danger"
							size="sm"
							className="-ml-3 shrink-0 self-start sm:-mr-2 sm:ml-0"
							onClick={() => setAsked(key)}
						>
							Revoke<span className="sr-only"> {key.name}</span>
						</Button>
					</li>
				))}
			</ul>
			{asked && (
				<RevokeDialog key={asked.id} asked={asked} now={now} onClose={() => setAsked(null)} onRevoked={onRevoked} />
			)}
		</>
	);
}

type RevokeDialogProps = { asked: ApiKeyView; now: Date; onClose: () => void; onRevoked: () => void };

function RevokeDialog({ asked, now, onClose, onRevoked }: RevokeDialogProps) {
	const { mutateAsync, isPending } = useKeyChanges().revoke;

	// The list may no longer have the key by then, so no callback of it would run.
	async function revoke(): Promise<void> {
		try {
			await mutateAsync(asked.id);
			toast({ title: "Key revoked", variant: "success" });
			onClose();
			onRevoked();
		} catch (error) {
			onClose();
			toastFailure("The key could not be revoked", error);
		}
	}

	return (
		<ConfirmDialog
			isOpen
			title={<span className="wrap-anywhere">Revoke "{asked.name}"?</span>}
			description={`Programs that use this key stop working within a second. You can't undo this. It was ${lowerFirst(usedWords(asked, now))}.`}
			keepLabel="Keep key"
			onKeep={onClose}
			confirmLabel="Revoke key"
			confirm={() => void revoke()}
			isBusy={isPending}
		/>
	);
}
