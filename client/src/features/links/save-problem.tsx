import type { Ref } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/api-paths.ts";
import type { SaveFailure } from "./save-failure.ts";

type SaveProblemProps = { ref: Ref<HTMLDivElement>; failure: SaveFailure | null; onMakeNew: () => void };

const FIELDS = { slug: "Custom URL: ", image: "Image: ", targetUrl: "Target URL: ", form: "" };

/** Beside the button: why the save failed, and the way out. What leads elsewhere opens in a new tab, so that the form stays. */
export function SaveProblem({ ref, failure, onMakeNew }: SaveProblemProps) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: a group that can take the focus, not a set of fields
		<div ref={ref} role="group" tabIndex={-1} aria-label="Why it was not saved" hidden={failure === null}>
			<div className="flex flex-col items-start gap-3 rounded-control border border-danger px-4 py-3 text-danger">
				<p role="alert" className="wrap-anywhere">
					{failure && FIELDS[failure.place] + failure.message}
				</p>
				{failure?.wayOut === "sign-in" && <NewTab href={API.auth.google} text="Sign in again" />}
				{failure?.wayOut === "plans" && <NewTab href={paths.pricing} text="See the plans" />}
				{failure?.wayOut === "make-new" && (
					<Button variant="secondary" size="sm" onClick={onMakeNew}>
						Save as a new link
					</Button>
				)}
			</div>
		</div>
	);
}

/** The way out that leaves the form as it stands. */
export function NewTab({ href, text }: { href: string; text: string }) {
	return (
		<a href={href} target="_blank" rel="noreferrer" className={buttonClass({ variant: "secondary", size: "sm" })}>
			{text}
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	);
}
