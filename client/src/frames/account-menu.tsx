import { UserMenu } from "#client/features/auth/user-menu.tsx";
import { SubscriptionSummary } from "#client/features/subscriptions/subscription-summary.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import type { CurrentUser } from "#shared/auth/current-user.ts";

/**
 * The menu under the avatar, with the person's plan in it. Here auth meets subscriptions: the menu itself only keeps a
 * place for what they pay for.
 */
export function AccountMenu({ user }: { user: CurrentUser }) {
	const { isActive } = useActiveSubscription();
	return (
		<UserMenu
			user={user}
			summary={<SubscriptionSummary />}
			plansLabel={isActive ? "Manage subscription" : "Get subscription"}
		/>
	);
}
