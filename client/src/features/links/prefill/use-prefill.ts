import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { readFailure } from "#client/lib/read-failure.ts";
import { INVALID_TARGET } from "#shared/links/field-schemas.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { targetProblem, withReason } from "#shared/links/target-problem.ts";
import { withScheme } from "#shared/links/target-url.ts";
import type { LinkFormValues } from "../form/link-form-data.ts";
import type { TargetField } from "../form/use-target-field.ts";
import { type ImageOutcome, usePageImage } from "../image/use-page-image.ts";
import type { PickedImage } from "../image/use-picked-image.ts";
import { isSamePage, siteOf, withoutQuery } from "./page-address.ts";
import { readPage } from "./prefill.calls.ts";
import { freeFields, PREFILLED, type PrefilledField, type PrefilledTexts, textsOf } from "./prefill-fields.ts";
import { NO_NOTICE, type PrefillNotice, withImage, withoutImage } from "./prefill-notice.ts";

type Parts = {
	form: UseFormReturn<LinkFormValues, unknown, LinkForm>;
	image: PickedImage;
	target: TargetField;
};
type Place = "start" | "target";
type Begun = {
	place: Place;
	/** The title by the sharing app; the page's own is preferred. */
	sharedTitle?: string;
	/** Whether to fill in only the URL, and read the page after a click (P243). */
	asksFirst?: boolean;
};

type Reading = {
	url: string;
	sharedTitle: string;
	held: PrefilledField[];
};

/** Prefills the form from a page (P149), without overwriting the user's input unless asked to. */
export function usePrefill(parts: Parts) {
	const { form, target } = parts;
	const picture = usePageImage(parts);
	const [notice, setNotice] = useState<PrefillNotice>(NO_NOTICE);
	const [page, setPage] = useState<{ url: string; texts: PrefilledTexts; pictures: string[] } | null>(null);
	const [asked, setAsked] = useState<{ place: Place; url: string }>({ place: "start", url: "" });
	/** The last page's texts, which the next page may replace. */
	const given = useRef<PrefilledTexts>({});
	const givenBy = useRef("");
	const work = useRef<AbortController | null>(null);
	useEffect(() => () => work.current?.abort(), []);
	const isThere = isSamePage(target.shown, asked.url);
	const shownFor = useRef("");
	// A page's text must not appear with another URL.
	useEffect(() => {
		if (isThere) shownFor.current = asked.url;
		else if (notice.kind === "reading" && shownFor.current === asked.url) stop.current();
	}, [isThere, asked.url, notice.kind]);
	const stop = useRef(cancel);
	stop.current = cancel;

	function begin(): AbortSignal {
		leave();
		work.current = new AbortController();
		return work.current.signal;
	}

	function leave(): void {
		work.current?.abort();
		picture.leave();
	}

	function start(typed: string, { place, sharedTitle = "", asksFirst = false }: Begun): void {
		const signal = begin();
		const url = withScheme(typed);
		setPage(null);
		setAsked({ place, url });
		const problem = targetProblem(url);
		target.write(url);
		if (problem !== null) {
			setNotice({ kind: "failed", message: withReason(INVALID_TARGET, problem) });
			return;
		}
		// Never show one page's text with another page's URL, even if the new read fails.
		if (url !== givenBy.current) takeBackGiven();
		givenBy.current = url;
		const written = fill(textsOf({ title: sharedTitle, description: "" }));
		if (asksFirst) {
			setNotice({ kind: "asking", page: withoutQuery(url) });
			return;
		}
		setNotice({ kind: "reading", site: siteOf(url) });
		// During creation, the form doesn't yet return written values.
		const held = PREFILLED.filter((field) => written.includes(field) || form.getValues(field) !== "");
		read({ url, sharedTitle, held }, signal).catch((error: unknown) => {
			if (!signal.aborted) setNotice({ kind: "failed", ...readFailure(error, { isOnline: navigator.onLine }) });
		});
	}

	async function read({ url, sharedTitle, held }: Reading, signal: AbortSignal): Promise<void> {
		const site = siteOf(url);
		const found = await readPage(url, signal);
		if (signal.aborted) return;
		if (found.blocked) {
			setNotice({ kind: "blocked", site, by: found.blocked });
			return;
		}
		const whole = { title: found.title || sharedTitle, description: found.description };
		const texts = textsOf(whole);
		// The sharing app's title isn't the page's.
		const isOfPage = (field: PrefilledField) => found[field] !== "";
		setPage({ url, texts, pictures: found.pictures });
		const emptied = held.filter((field) => form.getValues(field) === "");
		takeBackGiven();
		const written = fill(texts, emptied);
		const filled = written.filter(isOfPage);
		const cut = written.filter((field) => texts[field] !== whole[field]);
		const kept = PREFILLED.filter((field) => isOfPage(field) && form.getValues(field) !== texts[field]);
		setNotice({ kind: "filled", site, filled, cut, kept, imageProblem: null });
		if (found.pictures.length > 0 && picture.isFree()) tellOf(await picture.takeFirst(found.pictures, url));
	}

	function tellOf(outcome: ImageOutcome): void {
		if (outcome.kind === "taken") setNotice(withImage);
		if (outcome.kind === "failed") setNotice((present) => withoutImage(present, outcome.failure));
	}

	/** Fills the free fields, except those just cleared. @returns the filled fields */
	function fill(texts: PrefilledTexts, emptied: readonly PrefilledField[] = []): PrefilledField[] {
		const free = freeFields(form.getValues(), given.current, texts);
		return write(
			texts,
			free.filter((field) => !emptied.includes(field)),
		);
	}

	/** @returns the fields that the texts had values for */
	function write(texts: PrefilledTexts, fields: readonly PrefilledField[]): PrefilledField[] {
		const written = fields.filter((field) => texts[field] !== undefined);
		for (const field of written) {
			form.setValue(field, texts[field] ?? "", { shouldDirty: true, shouldValidate: true });
			given.current[field] = texts[field] ?? "";
		}
		return written;
	}

	function takeBackGiven(): void {
		const values = form.getValues();
		for (const field of PREFILLED) {
			if (values[field] !== given.current[field]) continue;
			form.setValue(field, "", { shouldDirty: true });
			delete given.current[field];
		}
		picture.takeBack();
	}

	/** Takes another of the page's images, chosen by the user. Failures are shown at its field. */
	async function chooseImage(from: string): Promise<void> {
		if (page === null) return;
		const outcome = await picture.choose(from, page.url);
		if (outcome.kind === "taken") tellOf(outcome);
	}

	function replaceTyped(): void {
		if (page === null || notice.kind !== "filled") return;
		write(page.texts, notice.kept);
		setNotice({ ...notice, filled: [...notice.kept, ...notice.filled], kept: [] });
		// The pressed button disappears.
		if (notice.kept[0]) form.setFocus(notice.kept[0]);
	}

	/** Cancels reading and copying; a page already read stays. */
	function cancel(): void {
		leave();
		setNotice((present) => (present.kind === "reading" ? NO_NOTICE : present));
	}

	/** The message at a field: a failure is shown where its URL was entered, while it is still there. */
	function notifiedAt(place: Place, address: string): PrefillNotice {
		if (picture.copyingSite !== null) return { kind: "copying", site: picture.copyingSite };
		const isThere = place === asked.place && withScheme(address) === asked.url;
		if (notice.kind === "filled" && place !== asked.place) return { ...notice, imageProblem: null };
		const isOfAddress = place === "target" || ["failed", "blocked", "asking"].includes(notice.kind);
		return isOfAddress && !isThere ? NO_NOTICE : notice;
	}

	return {
		notifiedAt,
		isBusy: notice.kind === "reading" || picture.copyingSite !== null,
		pictures: page?.pictures ?? [],
		chosen: picture.chosen,
		imageName: picture.chosen === null ? undefined : `Image from ${siteOf(picture.chosen)}`,
		start,
		chooseImage,
		replaceTyped,
		leaveImage: picture.leave,
		waitingImage: picture.pending,
		cancel,
	};
}

export type PrefillOfForm = ReturnType<typeof usePrefill>;
