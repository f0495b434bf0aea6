import { type ReactNode, useEffect } from "react";
import { classNames } from "#client/lib/class-names.ts";

const WIDTHS = { narrow: "max-w-2xl", wide: "max-w-page", plans: "max-w-[75rem]" };

type PageProps = {
	/** The document's title, without the site's name. Pre-rendered pages take theirs from the table of screens. */
	title?: string;
	width?: keyof typeof WIDTHS;
	/** Less space above the content; at least as high as the window, so that the footer doesn't jump while loading. */
	isDense?: boolean;
	children: ReactNode;
};

/** The layout of a screen: document title, margins, maximum width. */
export function Page({ title, width = "wide", isDense = false, children }: PageProps) {
	useDocumentTitle(title === undefined ? null : `${title} · Visualink`);
	return (
		<div
			className={classNames(
				"mx-auto w-full px-4 sm:px-6",
				isDense ? "min-h-svh pt-2 pb-4 md:py-6" : "py-8 sm:py-12",
				WIDTHS[width],
			)}
		>
			{children}
		</div>
	);
}

type PageHeadingProps = { heading: string; text?: ReactNode; actions?: ReactNode };

/** A screen's only h1, with a sentence below and buttons next to it. */
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

/** Sets the document's title; null leaves it unchanged. */
export function useDocumentTitle(title: string | null): void {
	useEffect(() => {
		if (title !== null) document.title = title;
	}, [title]);
}
