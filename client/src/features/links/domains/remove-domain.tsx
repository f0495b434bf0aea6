import { useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { shortDomain } from "#client/lib/public-origin.ts";
import type { Domain } from "#shared/links/domains/domain.ts";
import { isVerified } from "../links.queries.ts";
import { useDomainChanges } from "./domains.queries.ts";

type RemoveDomainProps = { domain: Domain; onRemoved: () => void };

/** Removes a domain after a confirmation that says what becomes of its links. */
export function RemoveDomain({ domain, onRemoved }: RemoveDomainProps) {
	const { id, host } = domain;
	const [isAsking, setIsAsking] = useState(false);
	const { mutateAsync, isPending } = useDomainChanges().remove;

	// The list no longer has this component by then, so no callback of it would run.
	async function remove(): Promise<void> {
		try {
			await mutateAsync(id);
			toast({ title: "Domain removed", variant: "success" });
			onRemoved();
		} catch (error) {
			setIsAsking(false);
			toastFailure("The domain could not be removed", error);
		}
	}

	return (
		<>
			<Button variant="quiet-danger" size="sm" className="-ml-3 self-start" onClick={() => setIsAsking(true)}>
				Remove<span className="sr-only"> {host}</span>
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				title={<span className="wrap-anywhere">Remove {host}?</span>}
				description={
					isVerified(domain)
						? `Its links go on at ${shortDomain()}. Addresses on ${host} stop working wherever they were shared or printed.`
						: "You can add it again later, with a new TXT record."
				}
				keepLabel="Keep domain"
				onKeep={() => setIsAsking(false)}
				confirmLabel="Remove domain"
				confirm={() => void remove()}
				isBusy={isPending}
			/>
		</>
	);
}
