import { useLocation } from "wouter";
import { Header } from "#client/components/layout/header.tsx";
import { buttonClass } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useCurrentUser, useSignInUrl } from "#client/features/account/auth/auth.queries.ts";
import { late } from "#client/lib/late.tsx";
import { paths } from "#client/lib/paths.ts";

const AccountMenu = late(async () => (await import("./account-menu.tsx")).AccountMenu, AvatarPlace);

export function SiteHeader() {
	const { user } = useCurrentUser();
	return <Header links={user ? DASHBOARD : NONE} account={<Account />} />;
}

const DASHBOARD = [{ name: "Dashboard", href: paths.dashboard }];
const NONE: typeof DASHBOARD = [];

function Account() {
	const { user, isLoading } = useCurrentUser();
	const signInUrl = useSignInUrl();
	const [location] = useLocation();
	if (isLoading) {
		// On their own screens, users are most likely signed in, so nothing moves once that is known.
		const isOwnScreen = location.startsWith(paths.dashboard) || location === paths.account;
		return isOwnScreen ? <AvatarPlace /> : <Skeleton className="h-9 w-20 sm:w-42" />;
	}
	if (user === null) {
		return (
			<a href={signInUrl} className={`${buttonClass({ variant: "secondary", size: "sm" })} w-20 sm:w-42`}>
				<span className="sm:hidden">Access</span>
				<span className="hidden sm:inline">Access with Google</span>
			</a>
		);
	}
	return <AccountMenu user={user} />;
}

function AvatarPlace() {
	return <Skeleton className="size-10 rounded-full" />;
}
