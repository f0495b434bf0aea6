import type { LucideIcon } from "lucide-react";
import type { LinkView } from "#shared/links/link.ts";

/** One entry of the menu that each link's row has. */
export type LinkAction = {
	/** As it stands in the menu; no two entries have the same. */
	label: string;
	Icon: LucideIcon;
	isDangerous?: true;
	/** Begins a new part of the menu, below a line. */
	startsPart?: true;
	/** Which links have it; all, where it says nothing. */
	isFor?: (link: LinkView) => boolean;
} & (
	| {
			/** What it does; called when the menu is closed and its button has the focus, which a dialog then gives back. */
			run: (link: LinkView) => void;
	  }
	| {
			/** The screen of ours that it leads to. */
			href: (link: LinkView) => string;
	  }
);
