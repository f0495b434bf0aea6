import type { ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";

type LookUpNoticeProps = { text: string; isTrying: boolean; onTry: () => void };

/** The quiet line of a look-up that failed, with the way to try it again. */
export function LookUpNotice({ text, isTrying, onTry }: LookUpNoticeProps) {
	return (
		<Line>
			<p role="status" className="text-muted">
				{text}
			</p>
			<Button variant="secondary" size="sm" isBusy={isTrying} onClick={onTry}>
				Try again
			</Button>
		</Line>
	);
}

function Line({ children }: { children: ReactNode }) {
	return (
		<div className="border-b bg-sunken">
			<div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
				{children}
			</div>
		</div>
	);
}
