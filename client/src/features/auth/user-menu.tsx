import * as Menu from "@radix-ui/react-dropdown-menu";
import { CreditCard, LayoutDashboard, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Avatar } from "#client/components/ui/avatar.tsx";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/api-paths.ts";
import type { CurrentUser } from "#shared/auth/current-user.ts";
import { displayNameOf, initialsOf } from "./auth.queries.ts";

type UserMenuProps = {
	user: CurrentUser;
	/** What they pay for, between their name and the links. */
	summary: ReactNode;
	/** What the link to the plans says. */
	plansLabel: string;
};

/** The avatar, and what opens under it: within the header, so that it stands in a landmark. */
export function UserMenu({ user, summary, plansLabel }: UserMenuProps) {
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
				<Item icon={<LayoutDashboard />}>
					<Link href={paths.dashboard}>Dashboard</Link>
				</Item>
				<Item icon={<CreditCard />}>
					<Link href={paths.pricing}>{plansLabel}</Link>
				</Item>
				<Menu.Separator className="my-2 border-t" />
				<Item icon={<LogOut />}>
					<a href={API.auth.logout}>Sign out</a>
				</Item>
			</Menu.Content>
		</Menu.Root>
	);
}

/** One link of the menu; the whole row can be pressed. */
function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<div className="relative [&_a]:block [&_a]:rounded-control [&_a]:py-2.5 [&_a]:pr-3 [&_a]:pl-11 [&_a]:outline-none [&_a]:data-highlighted:bg-sunken [&_svg]:pointer-events-none [&_svg]:absolute [&_svg]:top-3 [&_svg]:left-3 [&_svg]:size-5 [&_svg]:text-muted">
			<Menu.Item asChild>{children}</Menu.Item>
			{icon}
		</div>
	);
}
