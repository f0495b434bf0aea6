import { Component, type ReactNode } from "react";
import { logFailure } from "#client/lib/log.ts";
import { Button } from "./button.tsx";

type Props = {
	children: ReactNode;
	onClose?: () => void;
};

/** Replaces a part of a form whose code couldn't be loaded, keeping the input around it. */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override componentDidCatch(error: unknown): void {
		logFailure("A part of the page could not be shown.", error);
	}

	override render(): ReactNode {
		const { children, onClose } = this.props;
		if (!this.state.hasFailed) return children;
		return (
			<div className="flex flex-col items-start gap-4">
				<p role="alert">This could not be loaded. Save your link first, then load the page again.</p>
				{onClose && (
					<Button variant="secondary" onClick={onClose}>
						Close
					</Button>
				)}
			</div>
		);
	}
}
