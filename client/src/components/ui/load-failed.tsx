import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { Button } from "./button.tsx";

type TryAgainProps = {
	onRetry: () => void;
	isBusy?: boolean;
	size?: "sm" | "md";
	stop?: string;
};

type LoadFailedProps = Partial<TryAgainProps> & {
	look?: "line" | "box" | "page";
	children: ReactNode;
	wayOut?: ReactNode;
	className?: string;
};

const LOOKS = {
	line: "flex flex-wrap items-center gap-3",
	box: "flex flex-col items-start gap-3 rounded-card border bg-surface p-4",
	page: "flex flex-col items-center gap-4 rounded-card border bg-surface px-6 py-12 text-center",
};

/** Says what couldn't be loaded; offers a retry if that can help (P288). */
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

/** Only the button, for places with their own markup. */
export function TryAgain({ onRetry, isBusy = false, size = "md", stop }: TryAgainProps) {
	return (
		<Button data-stop={stop} variant="secondary" size={size} isBusy={isBusy} onClick={onRetry}>
			Try again
		</Button>
	);
}
