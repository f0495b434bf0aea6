import { Component, type ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { keepForm, readForms } from "#client/lib/kept-form.ts";
import { logFailure } from "#client/lib/log.ts";
import { isTranslated } from "#client/lib/survive-translation.ts";

type Props = { children: ReactNode };
type State = { hasFailed: boolean; typed: ReturnType<typeof readForms> };

/** Replaces a screen that failed or whose code couldn't be loaded. Typed input is restored after a reload (P516). */
export class PageErrorBoundary extends Component<Props, State> {
	override state: State = { hasFailed: false, typed: null };

	static getDerivedStateFromError(): State {
		return { hasFailed: true, typed: readForms() };
	}

	override componentDidCatch(error: unknown): void {
		logFailure("The page could not be shown.", error);
		window.addEventListener("pagehide", this.keep);
	}

	override componentWillUnmount(): void {
		window.removeEventListener("pagehide", this.keep);
	}

	private keep = (): void => {
		if (this.state.typed) keepForm(this.state.typed);
	};

	override render(): ReactNode {
		if (!this.state.hasFailed) return this.props.children;
		return (
			<div className="mx-auto flex max-w-2xl flex-col items-start gap-5 px-4 py-16 sm:px-6">
				<h1 className="text-3xl sm:text-4xl">This page could not be shown</h1>
				<p className="text-lg text-muted">
					{isTranslated()
						? "Your browser translates this page, which may have broken it. Turn off translation for this page, then load it again."
						: "Either the connection was lost or we have just released a new version. Loading the page again usually helps."}
				</p>
				{this.state.typed && (
					<p className="text-muted">We'll keep what you typed. You may have to choose images again.</p>
				)}
				<Button onClick={() => window.location.reload()}>Load again</Button>
			</div>
		);
	}
}
