import * as Menu from "@radix-ui/react-dropdown-menu";
import { Ellipsis, Moon, Pin, PinOff, Sun } from "lucide-react";
import { buttonClass } from "#client/components/ui/button.tsx";
import { MENU_ROW, MenuItem } from "#client/components/ui/menu-item.tsx";
import { MenuPanel } from "#client/components/ui/menu-panel.tsx";

type AppMenuProps = { app: string; isDark: boolean; isPinned: boolean; onTheme: () => void; onPin: () => void };

/** View options for the app's card: dark mode, and whether its chip is pinned. */
export function AppMenu({ app, isDark, isPinned, onTheme, onPin }: AppMenuProps) {
	return (
		<Menu.Root modal={false}>
			<Menu.Trigger
				aria-label={`Display options for ${app}`}
				className={buttonClass({ variant: "ghost", size: "icon" })}
			>
				<Ellipsis aria-hidden="true" />
			</Menu.Trigger>
			<MenuPanel className="w-56">
				<MenuItem icon={isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}>
					<button type="button" className={MENU_ROW} onClick={onTheme}>
						{isDark ? "Light mode" : "Dark mode"}
					</button>
				</MenuItem>
				<MenuItem icon={isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}>
					<button type="button" className={MENU_ROW} onClick={onPin}>
						{isPinned ? "Unpin" : "Pin"} {app}
					</button>
				</MenuItem>
			</MenuPanel>
		</Menu.Root>
	);
}
