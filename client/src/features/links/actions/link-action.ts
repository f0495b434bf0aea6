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
	| "checks"
	| "delete";

/** One list feeds the row menu, the link page's header, the bulk bar, the shortcuts and their help. */
export type LinkAction = {
	id: LinkActionId;
	/** The menu label, which must be unique. */
	label: string;
	Icon: LucideIcon;
	keywords: string;
	/** The shortcut on the focused row, in lowercase. */
	key?: string;
	isDangerous?: true;
	startsPart?: true;
	/** Hidden in menus, next to which the same action is visible. */
	isOutsideMenus?: true;
	isFor?: (link: ListedLink) => boolean;
	many?: ManyAction;
} & (
	| {
			/** Called after the menu has closed and its button has focus, to which a dialog then returns it. */
			run: (link: ListedLink) => void;
	  }
	| {
			href: (link: ListedLink) => string;
			/** For URLs outside the app. */
			opensTab?: true;
	  }
);

type ManyAction = {
	label: string;
	/** Limits the action to the archive or to other lists; both if omitted. */
	inArchive?: boolean;
	/** @param only the link, if it is a single one */
	runMany: (ids: number[], only: ListedLink | undefined) => void;
};
