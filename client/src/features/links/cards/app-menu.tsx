import * as Menu from "@radix-ui/react-dropdown-menu";
import { Ellipsis, Moon, Pin, PinOff, Sun } from "lucide-react";
import { buttonClass } from "#client/components/ui/button.tsx";
import { MENU_ROW, MenuItem } from "#client/components/ui/menu-item.tsx";
import { mainLandmark } from "#client/lib/main-landmark.ts";

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
			<Menu.Portal container={mainLandmark()}>
				<Menu.Content
					align="end"
					sideOffset={4}
					collisionPadding={12}
					className="enter z-40 w-56 rounded-card border bg-surface p-1.5 shadow-[0_12px_40px_rgb(0_0_0/0.12)]"
				>
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
				</Menu.Content>
			</Menu.Portal>
		</Menu.Root>
	);
}
