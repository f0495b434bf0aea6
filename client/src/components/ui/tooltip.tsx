import * as RadixTooltip from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";
import { mainLandmark } from "#client/lib/main-landmark.ts";

/** Opens after 700 ms; others within 300 ms of it immediately. Wrap a group of tooltips in one. */
export function TooltipProvider({ children }: { children: ReactNode }) {
	return (
		<RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
			{children}
		</RadixTooltip.Provider>
	);
}

/** Describes its only child, which must be focusable. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
	return (
		<RadixTooltip.Root>
			<RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
			<RadixTooltip.Portal container={mainLandmark()}>
				<RadixTooltip.Content
					sideOffset={6}
					collisionPadding={8}
					className="enter z-50 max-w-72 rounded-[8px] bg-ink px-2.5 py-1.5 text-sm text-paper"
				>
					{text}
				</RadixTooltip.Content>
			</RadixTooltip.Portal>
		</RadixTooltip.Root>
	);
}
