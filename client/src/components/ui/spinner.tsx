import { classNames } from "#client/lib/class-names.ts";

/** Decorative: put a text next to it. */
export function Spinner({ className }: { className?: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			aria-hidden="true"
			className={classNames("animate-spin", className ?? "size-6")}
		>
			<circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
			<path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
		</svg>
	);
}

/** Fills a page while loading, so that the footer doesn't jump. */
export function PageSpinner({ label = "Loading" }: { label?: string }) {
	return (
		<div role="status" className="flex min-h-dvh justify-center pt-[28dvh] text-accent">
			<Spinner className="size-8" />
			<span className="sr-only">{label}</span>
		</div>
	);
}
