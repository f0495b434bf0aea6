import { Card } from "#client/components/ui/card.tsx";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { AccountActions } from "./account-actions.tsx";

export function YourData() {
	const { user } = useCurrentUser();
	if (!user) return null;
	return (
		<Card className="flex flex-col gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-xl">Your data</h2>
				<p className="text-muted">Download your data or delete your account.</p>
			</div>
			<AccountActions user={user} />
		</Card>
	);
}
