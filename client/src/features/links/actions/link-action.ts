import type { LucideIcon } from "lucide-react";
import type { ListedLink } from "#shared/links/link-list.ts";

export type LinkActionId =
	| "edit"
	| "copy"
	| "open"
	| "statistics"
	| "share"
	| "qr"
	| "tags"
	| "duplicate"
	| "archive"
	| "unarchive"
	| "delete";

/**
 * Something that can be done with a link. One list of these feeds the row's menu, the head of a link's page, the bulk
 * bar, the keys and the page that explains them.
 */
export type LinkAction = {
	id: LinkActionId;
	/** As it is in the menu; no two entries have the same. */
	label: string;
	Icon: LucideIcon;
	/** Other words that people search for it by. */
	keywords: string;
	/** The letter that does it with the focused row, in lower case. */
	key?: string;
	isDangerous?: true;
	/** Begins a new part of the menu, below a line. */
	startsPart?: true;
	/** Left out of menus, where the same is next to them. */
	isOutsideMenus?: true;
	/** Which links have it; all, where it says nothing. */
	isFor?: (link: ListedLink) => boolean;
	many?: ManyAction;
} & (
	| {
			/** What it does; called when the menu is closed and its button has the focus, which a dialog then gives back. */
			run: (link: ListedLink) => void;
	  }
	| {
			/** The address that it leads to. */
			href: (link: ListedLink) => string;
			/** It is not a screen of ours: a new tab opens. */
			opensTab?: true;
	  }
);

/** The same with several links at once. */
type ManyAction = {
	/** On the button of the bulk bar. */
	label: string;
	/** Whether it is offered in the archive, or outside it; both, where it says nothing. */
	inArchive?: boolean;
	/** @param only the link, where it is one */
	runMany: (ids: number[], only: ListedLink | undefined) => void;
};
