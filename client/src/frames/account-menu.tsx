import { CircleUserRound, CodeXml } from "lucide-react";
import { useState } from "react";
import { MenuLink } from "#client/components/ui/menu-item.tsx";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { UserMenu } from "#client/features/account/auth/user-menu.tsx";
import { EndDialog } from "#client/features/billing/subscriptions/past-due/end-dialog.tsx";
import { PastDueMenu } from "#client/features/billing/subscriptions/past-due/past-due-menu.tsx";
import { SubscriptionSummary } from "#client/features/billing/subscriptions/plan/subscription-summary.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { PaletteKey } from "#client/features/links/palette/palette-key.tsx";
import { paths } from "#client/lib/paths.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";

/** Combines account and billing, because features don't import each other. */
export function AccountMenu({ user }: { user: CurrentUser }) {
	const { isActive, standing, pastDue, subscription } = useActiveSubscription();
	const [isEnding, setIsEnding] = useState(false);
	const [searchError, setSearchError] = useState<Error | null>(null);
	useSignInAgain([searchError]);
	return (
		<>
			<UserMenu
				user={user}
				summary={<SubscriptionSummary />}
				plansLabel={standing !== "none" ? "Manage subscription" : "Get subscription"}
			>
				<MenuLink icon={<CircleUserRound />} href={paths.account}>
					Account
				</MenuLink>
				{isActive && (
					<MenuLink icon={<CodeXml />} href={paths.api}>
						API
					</MenuLink>
				)}
				{pastDue && <PastDueMenu pastDue={pastDue} onCancel={() => setIsEnding(true)} />}
			</UserMenu>
			{isActive && <PaletteKey hasCsv={planHas(subscription?.planId, "csv")} onError={setSearchError} />}
			{pastDue && <EndDialog pastDue={pastDue} isOpen={isEnding} onClose={() => setIsEnding(false)} />}
		</>
	);
}
