import { Download } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export function AccountActions({ user: { userSlug } }: { user: Pick<CurrentUser, "userSlug"> }) {
	const [isDeleting, setIsDeleting] = useState(false);
	return (
		<div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
			<a href={API.account.data} download className={buttonClass({ variant: "secondary" })}>
				<Download aria-hidden="true" />
				Download your data
			</a>
			<Button variant="quiet-danger" onClick={() => setIsDeleting(true)}>
				Delete account
			</Button>
			<DeleteAccountDialog userSlug={userSlug} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
		</div>
	);
}
