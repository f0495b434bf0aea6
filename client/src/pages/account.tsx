import { useState } from "react";
import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { Account } from "#client/frames/account/account.tsx";
import { ACCOUNT_SECTIONS, sectionOf } from "#client/frames/account/sections.ts";
import { paths } from "#client/lib/paths.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";

/** `/account`: for every signed-in user, with or without a valid subscription (P262). */
export function AccountPage() {
	const { isActive } = useActiveSubscription();
	const [isEditing, setIsEditing] = useState(false);
	const section = sectionOf(new URLSearchParams(useQueryString()));
	const { label } = ACCOUNT_SECTIONS.find(({ id }) => id === section) ?? ACCOUNT_SECTIONS[0];
	return (
		<Page title={section === "plan" ? "Account" : `${label} · Account`} isDense>
			{/* As high as its button, which loads late. */}
			<div className="flex min-h-11 items-center justify-between gap-4">
				<h1 className="text-3xl">Account</h1>
				{isActive && (
					<ButtonLink href={paths.dashboard} variant="secondary">
						Go to dashboard
					</ButtonLink>
				)}
			</div>
			<div className="mt-4 min-[900px]:mt-8">
				<Account section={section} isEditing={isEditing} onEditing={setIsEditing} />
			</div>
		</Page>
	);
}
