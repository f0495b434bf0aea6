import { lazy, Suspense } from "react";
import { Header } from "#client/components/layout/header.tsx";
import { buttonClass } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useCurrentUser, useSignInUrl } from "#client/features/auth/auth.queries.ts";

const AccountMenu = lazy(async () => ({ default: (await import("./account-menu.tsx")).AccountMenu }));

/** The header with what it shows about the person: a placeholder, the sign-in link, or the avatar menu. */
export function SiteHeader() {
	return <Header account={<Account />} />;
}

function Account() {
	const { user, isLoading } = useCurrentUser();
	const signInUrl = useSignInUrl();
	if (isLoading) return <Skeleton className="h-9 w-20 sm:w-42" />;
	if (user === null) {
		return (
			<a href={signInUrl} className={`${buttonClass({ variant: "secondary", size: "sm" })} w-20 sm:w-42`}>
				<span className="sm:hidden">Access</span>
				<span className="hidden sm:inline">Access with Google</span>
			</a>
		);
	}
	return (
		<Suspense fallback={<Skeleton className="size-10 rounded-full" />}>
			<AccountMenu user={user} />
		</Suspense>
	);
}
