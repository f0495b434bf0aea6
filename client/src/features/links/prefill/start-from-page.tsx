import { Image, Sparkles } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { isOwnNavigation } from "#client/lib/own-navigation.ts";
import { forgetWaitingPage, isWaitingPageConfirmed, waitingPage } from "#client/lib/waiting-page.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { usePastedLines } from "../form/pasted-lines.ts";
import { WayOut } from "../form/way-out.tsx";
import { askedPage } from "./asked-page.ts";
import { usePastedPage } from "./begin-with-page.ts";
import { pastedAddress } from "./page-address.ts";
import { noticeInWords, wayOutOf } from "./prefill-notice.ts";
import { CancelReading } from "./reading-notice.tsx";
import type { PrefillOfForm } from "./use-prefill.ts";

/** Above the form: an address that fills it. The screen's own address may begin it from elsewhere. */
export function StartFromPage({ prefill }: { prefill: PrefillOfForm }) {
	const id = useId();
	const [address, setAddress] = useState("");
	const input = useRef<HTMLInputElement>(null);
	const { isBusy } = prefill;
	const lines = usePastedLines();
	const notice = prefill.notifiedAt("start", lines.asPasted(address));
	const isWrong = notice.kind === "failed";
	const isAsking = notice.kind === "asking";
	const sharedTitle = useRef<string>(undefined);
	// One alone is offered where the form has another in its place, or none.
	const { pictures } = prefill;
	const offersImages = pictures.length > 1 || (!isBusy && pictures.some((url) => url !== prefill.chosen));
	const begin = useRef(start);
	begin.current = start;

	function start(text: string, options: { sharedTitle?: string; asksFirst?: boolean } = {}): void {
		setAddress(lines.shown(text));
		prefill.start(text, { place: "start", ...options });
	}

	usePastedPage(start);
	useEffect(() => {
		// A phone's keyboard would cover what one came to see.
		if (window.matchMedia("(pointer: fine)").matches) input.current?.focus({ preventScroll: true });
	}, []);

	useEffect(() => {
		const named = askedPage(window.location.search);
		// A page that waits was named before this document was opened.
		const asksFirst = named ? named.isShared || !isOwnNavigation() : !isWaitingPageConfirmed();
		const asked = named ?? askedPage(backInAddress());
		forgetWaitingPage();
		if (!asked) return;
		sharedTitle.current = asked.title;
		begin.current(asked.address, { sharedTitle: asked.title, asksFirst });
	}, []);

	return (
		<section aria-label="Start from a page" className="flex flex-col gap-3 rounded-card border bg-sunken p-4 sm:p-5">
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					const typed = lines.asPasted(address);
					if (trimBlank(typed) === "") input.current?.focus();
					else start(typed, isAsking && sharedTitle.current !== undefined ? { sharedTitle: sharedTitle.current } : {});
				}}
				className="flex flex-col gap-1.5"
			>
				<label htmlFor={id} className="font-semibold">
					Start from a page
				</label>
				<div className="flex flex-col gap-2 sm:flex-row">
					<Input
						ref={input}
						id={id}
						data-first-field=""
						type="url"
						inputMode="url"
						placeholder="Paste any address"
						autoComplete="off"
						spellCheck={false}
						value={address}
						aria-describedby={`${id}-news`}
						aria-invalid={isWrong}
						onChange={(event) => setAddress(event.target.value)}
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
						<Button type="submit" variant={isAsking ? "primary" : "secondary"}>
							<Sparkles aria-hidden="true" />
							{isAsking ? "Read page" : "Fill in"}
						</Button>
					)}
				</div>
				<p
					id={`${id}-news`}
					role="status"
					className={classNames("flex items-center gap-2 text-sm", isWrong ? "text-danger" : "text-muted")}
				>
					{isBusy && <Spinner className="size-4 shrink-0" />}
					<span className="min-w-0 wrap-anywhere">{noticeInWords(notice)}</span>
				</p>
			</form>
			<WayOut wayOut={wayOutOf(notice)} />
			{notice.kind === "filled" && notice.kept.length > 0 && (
				<Button variant="secondary" size="sm" className="self-start" onClick={prefill.replaceTyped}>
					Use the page's instead
				</Button>
			)}
			{offersImages && <ImageService prefill={prefill} />}
		</section>
	);
}

/** Puts the page that waited for this form back into its address, so that a reload begins with it, too. */
function backInAddress(): string {
	const waiting = waitingPage() ?? "";
	if (waiting) window.history.replaceState(window.history.state, "", waiting);
	return waiting;
}

/** The images that a page offers. They are shown from where they are; a chosen one is copied. */
function ImageService({ prefill: { pictures, chosen, chooseImage } }: { prefill: PrefillOfForm }) {
	const isAnyUnseen = pictures.some((url) => !url.startsWith("https:"));
	return (
		<fieldset className="grid grid-cols-3 gap-2 sm:grid-cols-6">
			<legend className="mb-1.5 text-sm text-muted">Images on the page</legend>
			{pictures.map((url, at) => (
				<button
					key={url}
					type="button"
					aria-label={url.startsWith("https:") ? `Picture ${at + 1}` : `Picture ${at + 1}, no preview`}
					aria-pressed={url === chosen}
					onClick={() => void chooseImage(url)}
					className="relative grid aspect-[1200/630] place-items-center overflow-hidden rounded-control border-2 border-line bg-surface text-control hover:border-ink aria-pressed:border-accent"
				>
					<Image aria-hidden="true" className="size-5" />
					{url.startsWith("https:") && (
						<img
							src={url}
							alt=""
							referrerPolicy="no-referrer"
							loading="lazy"
							onError={(event) => event.currentTarget.remove()}
							className="absolute inset-0 size-full object-cover"
						/>
					)}
				</button>
			))}
			{isAnyUnseen && (
				<p className="col-span-full text-sm text-muted">
					Images at http: addresses have no preview here, because browsers don't show them on a secure page. You can
					still choose them: we copy the image.
				</p>
			)}
		</fieldset>
	);
}
