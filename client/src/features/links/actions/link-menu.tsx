import * as Menu from "@radix-ui/react-dropdown-menu";
import { Ellipsis } from "lucide-react";
import { Fragment, useRef } from "react";
import { Link } from "wouter";
import { buttonClass } from "#client/components/ui/button.tsx";
import { MenuPanel } from "#client/components/ui/menu-panel.tsx";
import { classNames } from "#client/lib/class-names.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "./link-action.ts";

type LinkMenuProps = {
	link: ListedLink;
	actions: LinkAction[];
	tabIndex?: number;
};

export function LinkMenu({ link, actions, tabIndex }: LinkMenuProps) {
	const trigger = useRef<HTMLButtonElement>(null);
	const chosen = useRef<(() => void) | null>(null);
	const shown = actions.filter(({ isFor, isOutsideMenus }) => !isOutsideMenus && (isFor?.(link) ?? true));

	/** A dialog that opens now returns focus to the menu's button when it closes. */
	function runChosen(event: Event): void {
		const run = chosen.current;
		if (!run) return;
		chosen.current = null;
		event.preventDefault();
		// The menu closes a moment later: on a slow phone the user may already be in another field.
		if (document.activeElement === document.body) trigger.current?.focus({ preventScroll: true });
		run();
	}

	return (
		<Menu.Root modal={false}>
			<Menu.Trigger
				ref={trigger}
				tabIndex={tabIndex}
				data-stop="menu"
				aria-label={`More for ${link.title}`}
				className={classNames(
					buttonClass({ variant: "ghost", size: "icon" }),
					"md:size-9 data-[state=open]:bg-sunken md:[&_svg]:size-4",
				)}
			>
				<Ellipsis aria-hidden="true" />
			</Menu.Trigger>
			<MenuPanel
				onCloseAutoFocus={runChosen}
				className="max-h-(--radix-dropdown-menu-content-available-height) w-56 overflow-y-auto"
			>
				{shown.map((action, n) => (
					<Fragment key={action.id}>
						{action.startsPart && n > 0 && <Menu.Separator className="my-1.5 border-t" />}
						<Item
							action={action}
							link={link}
							onChoose={(run) => {
								chosen.current = run;
							}}
						/>
					</Fragment>
				))}
			</MenuPanel>
		</Menu.Root>
	);
}

type ItemProps = { action: LinkAction; link: ListedLink; onChoose: (run: () => void) => void };

function Item({ action, link, onChoose }: ItemProps) {
	const { label, Icon, isDangerous } = action;
	const look = classNames(
		"flex min-h-11 items-center gap-3 rounded-control px-3 text-[0.9375rem] outline-none md:min-h-9 select-none data-highlighted:bg-sunken [&_svg]:size-[1.125rem] [&_svg]:shrink-0",
		isDangerous ? "text-danger" : "[&_svg]:text-muted",
	);
	if ("href" in action && action.opensTab) {
		return (
			<Menu.Item asChild>
				<a href={action.href(link)} target="_blank" rel="noreferrer" className={look}>
					<Icon aria-hidden="true" />
					{label}
				</a>
			</Menu.Item>
		);
	}
	if ("href" in action) {
		return (
			<Menu.Item asChild>
				<Link href={action.href(link)} className={look}>
					<Icon aria-hidden="true" />
					{label}
				</Link>
			</Menu.Item>
		);
	}
	return (
		<Menu.Item className={classNames(look, "cursor-pointer")} onSelect={() => onChoose(() => action.run(link))}>
			<Icon aria-hidden="true" />
			{label}
		</Menu.Item>
	);
}
