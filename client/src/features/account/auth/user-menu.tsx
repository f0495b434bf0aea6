import * as Menu from "@radix-ui/react-dropdown-menu";
import { CreditCard, LayoutDashboard, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "#client/components/ui/avatar.tsx";
import { MENU_ROW, MenuItem, MenuLink } from "#client/components/ui/menu-item.tsx";
import { paths } from "#client/lib/paths.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { displayNameOf, initialsOf } from "./auth.queries.ts";

type UserMenuProps = {
	user: CurrentUser;
	summary: ReactNode;
	plansLabel: string;
	children?: ReactNode;
};

/** The avatar and its menu, rendered inside the header so that it is in a landmark. */
export function UserMenu({ user, summary, plansLabel, children }: UserMenuProps) {
	const name = displayNameOf(user);
	return (
		<Menu.Root modal={false}>
			<Menu.Trigger aria-label={`Account menu of ${name}`} className="rounded-full">
				<Avatar initials={initialsOf(user)} imageUrl={user.profileImageUrl} />
			</Menu.Trigger>
			<Menu.Content
				align="end"
				sideOffset={8}
				collisionPadding={12}
				className="enter z-40 w-72 rounded-card border bg-surface p-2 shadow-[0_12px_40px_rgb(0_0_0/0.12)]"
			>
				<Menu.Label className="px-2.5 pt-1.5 pb-2.5">
					<span className="block truncate font-semibold">{name}</span>
					{name !== user.email && <span className="block truncate text-sm text-muted">{user.email}</span>}
				</Menu.Label>
				{summary}
				<MenuLink icon={<LayoutDashboard />} href={paths.dashboard}>
					Dashboard
				</MenuLink>
				<MenuLink icon={<CreditCard />} href={paths.pricing}>
					{plansLabel}
				</MenuLink>
				{children}
				<Menu.Separator className="my-2 border-t" />
				<MenuItem icon={<LogOut />}>
					<a href={API.auth.logout} className={MENU_ROW}>
						Sign out
					</a>
				</MenuItem>
			</Menu.Content>
		</Menu.Root>
	);
}
