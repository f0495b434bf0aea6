import type { LucideIcon } from "lucide-react";
import type { ListedLink } from "#shared/links/link-list.ts";

/** One entry of the menu that each link's row has. */
export type LinkAction = {
	/** As it stands in the menu; no two entries have the same. */
	label: string;
	Icon: LucideIcon;
	isDangerous?: true;
	/** Begins a new part of the menu, below a line. */
	startsPart?: true;
	/** Which links have it; all, where it says nothing. */
	isFor?: (link: ListedLink) => boolean;
} & (
	| {
			/** What it does; called when the menu is closed and its button has the focus, which a dialog then gives back. */
			run: (link: ListedLink) => void;
	  }
	| {
			/** The screen of ours that it leads to. */
			href: (link: ListedLink) => string;
	  }
);
