import * as Menu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { Link } from "wouter";

/** A menu row with an icon, clickable as a whole. Its child is a link or a button. */
export function MenuItem({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<div className="relative [&_svg]:pointer-events-none [&_svg]:absolute [&_svg]:top-3 [&_svg]:left-3 [&_svg]:size-5 [&_svg]:text-muted">
			<Menu.Item asChild>{children}</Menu.Item>
			{icon}
		</div>
	);
}

type MenuLinkProps = { icon: ReactNode; href: string; children: ReactNode };

/** A row that links to one of our screens. */
export function MenuLink({ icon, href, children }: MenuLinkProps) {
	return (
		<MenuItem icon={icon}>
			<Link href={href} className={MENU_ROW}>
				{children}
			</Link>
		</MenuItem>
	);
}

export const MENU_ROW =
	"block w-full rounded-control py-2.5 pr-3 pl-11 text-left outline-none data-highlighted:bg-sunken";
