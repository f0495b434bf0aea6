import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { Button } from "./button.tsx";

type TryAgainProps = {
	onRetry: () => void;
	isBusy?: boolean;
	size?: "sm" | "md";
	/** Marks it for lists that move the focus themselves. */
	stop?: string;
};

type LoadFailedProps = Partial<TryAgainProps> & {
	/** A line where the content would be, a box of its own, or the middle of a page. */
	look?: "line" | "box" | "page";
	/** What could not be loaded. */
	children: ReactNode;
	/** Another way out than the button. */
	wayOut?: ReactNode;
	className?: string;
};

const LOOKS = {
	line: "flex flex-wrap items-center gap-3",
	box: "flex flex-col items-start gap-3 rounded-card border bg-surface p-4",
	page: "flex flex-col items-center gap-4 rounded-card border bg-surface px-6 py-12 text-center",
};

/** Says what could not be loaded, and offers to try again, where trying again can help (P288). */
export function LoadFailed({ look = "line", children, wayOut, className, onRetry, ...button }: LoadFailedProps) {
	return (
		<div role="alert" className={classNames(LOOKS[look], className)}>
			{look === "page" && <CircleAlert aria-hidden="true" className="size-8 text-danger" />}
			<p>{children}</p>
			{wayOut}
			{onRetry && <TryAgain {...button} onRetry={onRetry} />}
		</div>
	);
}

/** Only the button, for places with a markup of their own. */
export function TryAgain({ onRetry, isBusy = false, size = "md", stop }: TryAgainProps) {
	return (
		<Button data-stop={stop} variant="secondary" size={size} isBusy={isBusy} onClick={onRetry}>
			Try again
		</Button>
	);
}
