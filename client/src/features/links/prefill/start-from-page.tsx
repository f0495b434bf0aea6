import { Sparkles } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { isOwnNavigation } from "#client/lib/own-navigation.ts";
import { forgetWaitingPage, isWaitingPageConfirmed, waitingPage } from "#client/lib/waiting-page.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import type { LinkEditing } from "../form/use-link-editing.ts";
import { IN_TEXT, WayOut } from "../form/way-out.tsx";
import { askedPage } from "./asked-page.ts";
import { usePastedPage } from "./begin-with-page.ts";
import { completeTarget, pastedAddress } from "./page-address.ts";
import { noticeInWords, wayOutOf } from "./prefill-notice.ts";
import { CancelReading } from "./reading-notice.tsx";

/** Above the form: the target's URL, which prefills it. The screen's own URL may name a page too. */
export function StartFromPage({ editing: { prefill, target, form } }: { editing: LinkEditing }) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const { isBusy } = prefill;
	const { shown, lines } = target;
	const notice = prefill.notifiedAt("start", lines.asPasted(shown));
	const isWrong = notice.kind === "failed";
	const isAsking = notice.kind === "asking";
	const sharedTitle = useRef<string>(undefined);
	const begin = useRef(start);
	begin.current = start;

	function start(text: string, options: { sharedTitle?: string; asksFirst?: boolean } = {}): void {
		prefill.start(text, { place: "start", ...options });
	}

	usePastedPage(start);
	useEffect(() => {
		// A phone's keyboard would cover the content.
		if (window.matchMedia("(pointer: fine)").matches) input.current?.focus({ preventScroll: true });
	}, []);

	useEffect(() => {
		const named = askedPage(window.location.search);
		// A waiting page was named before this document was opened.
		const asksFirst = named ? named.isShared || !isOwnNavigation() : !isWaitingPageConfirmed();
		const asked = named ?? askedPage(backInAddress());
		forgetWaitingPage();
		if (!asked) return;
		sharedTitle.current = asked.title;
		begin.current(asked.address, { sharedTitle: asked.title, asksFirst });
	}, []);

	return (
		<section aria-label="Start from a page" className="rounded-card border bg-sunken p-4 pb-2 sm:px-5 sm:pt-5">
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					const typed = lines.asPasted(shown);
					if (trimBlank(typed) === "") input.current?.focus();
					else start(typed, isAsking && sharedTitle.current !== undefined ? { sharedTitle: sharedTitle.current } : {});
				}}
				className="flex flex-col gap-1.5"
			>
				<label htmlFor={id} className="font-semibold">
					Start from a page
				</label>
				<div className="flex gap-2">
					<Input
						ref={input}
						id={id}
						data-first-field=""
						type="url"
						inputMode="url"
						placeholder="Paste any address"
						autoComplete="off"
						spellCheck={false}
						className="min-w-0 flex-1"
						value={shown}
						aria-describedby={`${id}-news`}
						aria-invalid={isWrong}
						onChange={(event) => target.write(event.target.value)}
						onBlur={() => completeTarget(form)}
						onPaste={(event) => {
							const pasted = pastedAddress(event, { overAll: true });
							const text = pasted ?? lines.shownAfter(event);
							if (text === null) return;
							event.preventDefault();
							start(lines.asPasted(text));
						}}
					/>
					{isBusy ? (
						<CancelReading prefill={prefill} handOn={() => input.current?.focus()} />
					) : (
						<Button type="submit" variant="secondary" className="min-w-24 shrink-0">
							<Sparkles aria-hidden="true" className="max-sm:hidden" />
							{isAsking ? "Read page" : "Fill in"}
						</Button>
					)}
				</div>
			</form>
			{/* Reserves space for the longest usual message, so that the form doesn't move. */}
			<div className="mt-1.5 min-h-15 text-sm sm:min-h-10">
				{isBusy && <Spinner className="mr-2 inline size-4 align-text-bottom" />}
				<p
					id={`${id}-news`}
					role="status"
					className={classNames("inline wrap-anywhere", isWrong ? "text-danger" : "text-muted")}
				>
					{noticeInWords(notice)}
				</p>{" "}
				<WayOut wayOut={wayOutOf(notice)} isInline />
				{notice.kind === "filled" && notice.kept.length > 0 && (
					<button type="button" className={IN_TEXT} onClick={prefill.replaceTyped}>
						Use the page's instead
					</button>
				)}
			</div>
		</section>
	);
}

/** Puts the waiting page back into the URL, so that it survives a reload. */
function backInAddress(): string {
	const waiting = waitingPage() ?? "";
	if (waiting) window.history.replaceState(window.history.state, "", waiting);
	return waiting;
}
