import { CircleUserRound } from "lucide-react";
import { useState } from "react";
import { MenuLink } from "#client/components/ui/menu-item.tsx";
import { UserMenu } from "#client/features/auth/user-menu.tsx";
import { EndDialog } from "#client/features/subscriptions/past-due/end-dialog.tsx";
import { PastDueMenu } from "#client/features/subscriptions/past-due/past-due-menu.tsx";
import { SubscriptionSummary } from "#client/features/subscriptions/plan/subscription-summary.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { paths } from "#client/lib/paths.ts";
import type { CurrentUser } from "#shared/auth/current-user.ts";

/**
 * The menu under the avatar, with the person's plan in it. Here auth meets subscriptions: the menu itself only keeps a
 * place for what they pay for.
 */
export function AccountMenu({ user }: { user: CurrentUser }) {
	const { isActive, isLoading, pastDue } = useActiveSubscription();
	const [isEnding, setIsEnding] = useState(false);
	return (
		<>
			<UserMenu
				user={user}
				summary={<SubscriptionSummary />}
				plansLabel={isActive || pastDue ? "Manage subscription" : "Get subscription"}
			>
				{!isActive && !isLoading && (
					<MenuLink icon={<CircleUserRound />} href={paths.account}>
						Account
					</MenuLink>
				)}
				{pastDue && <PastDueMenu pastDue={pastDue} onCancel={() => setIsEnding(true)} />}
			</UserMenu>
			{pastDue && <EndDialog pastDue={pastDue} isOpen={isEnding} onClose={() => setIsEnding(false)} />}
		</>
	);
}
