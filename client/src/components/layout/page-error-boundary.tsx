import { Component, type ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { logFailure } from "#client/lib/log.ts";

type Props = { children: ReactNode };

/** Shown instead of a screen that broke or whose code could not be fetched (a new release, a dead network). */
export class PageErrorBoundary extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override componentDidCatch(error: unknown): void {
		logFailure("The page could not be shown.", error);
	}

	override render(): ReactNode {
		if (!this.state.hasFailed) return this.props.children;
		return (
			<div className="mx-auto flex max-w-2xl flex-col items-start gap-5 px-4 py-16 sm:px-6">
				<h1 className="text-3xl sm:text-4xl">This page could not be shown</h1>
				<p className="text-lg text-muted">
					Either the connection was lost or we have just released a new version. Loading the page again usually helps.
				</p>
				<Button onClick={() => window.location.reload()}>Load again</Button>
			</div>
		);
	}
}
