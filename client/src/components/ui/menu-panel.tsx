import * as Menu from "@radix-ui/react-dropdown-menu";
import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { mainLandmark } from "#client/lib/main-landmark.ts";

/** The opened part of a menu, inside `main`, so that it is in a landmark. */
export function MenuPanel({ className, ...props }: ComponentProps<typeof Menu.Content>) {
	return (
		<Menu.Portal container={mainLandmark()}>
			<Menu.Content
				align="end"
				sideOffset={4}
				collisionPadding={12}
				className={classNames(
					"enter z-40 rounded-card border bg-surface p-1.5 shadow-[0_12px_40px_rgb(0_0_0/0.12)]",
					className,
				)}
				{...props}
			/>
		</Menu.Portal>
	);
}
