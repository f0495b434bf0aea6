import { type ReactNode, useEffect } from "react";
import { classNames } from "#client/lib/class-names.ts";

const WIDTHS = { narrow: "max-w-2xl", wide: "max-w-page" };

type PageProps = {
	/** For the browser's tab; the site's name is added. A page that is pre-rendered has its title from the table of screens. */
	title?: string;
	width?: keyof typeof WIDTHS;
	/** Less space above, where what one comes for should be in view at once. */
	isDense?: boolean;
	children: ReactNode;
};

/** The frame of a screen: document title, margins, greatest width. */
export function Page({ title, width = "wide", isDense = false, children }: PageProps) {
	useDocumentTitle(title === undefined ? null : `${title} · Visualink`);
	return (
		<div
			className={classNames(
				"mx-auto w-full px-4 sm:px-6",
				isDense ? "pt-4 pb-4 md:py-6" : "py-8 sm:py-12",
				WIDTHS[width],
			)}
		>
			{children}
		</div>
	);
}

type PageHeadingProps = { heading: string; text?: ReactNode; actions?: ReactNode };

/** The one h1 of a screen, with a sentence below and buttons next to it. */
export function PageHeading({ heading, text, actions }: PageHeadingProps) {
	return (
		<div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
			<div className="flex max-w-2xl flex-col gap-2">
				<h1 className="text-3xl sm:text-4xl">{heading}</h1>
				{text && <div className="text-muted">{text}</div>}
			</div>
			{actions}
		</div>
	);
}

/** Names the browser's tab after the screen; null leaves its name as it is. */
export function useDocumentTitle(title: string | null): void {
	useEffect(() => {
		if (title !== null) document.title = title;
	}, [title]);
}
