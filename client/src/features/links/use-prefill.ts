import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { INVALID_TARGET, type LinkForm } from "#shared/links/link-form.ts";
import { isWebAddress } from "#shared/links/target-url.ts";
import { withScheme } from "#shared/links/typed-address.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { siteOf } from "./page-address.ts";
import { copyPicture, readPage } from "./prefill.calls.ts";
import { freeFields, PREFILLED, type PrefilledField, type PrefilledTexts, textsOf } from "./prefill-fields.ts";
import type { PrefillNews } from "./prefill-news.ts";
import { readFailure } from "./read-failure.ts";
import type { PickedImage } from "./use-picked-image.ts";

type Parts = { form: UseFormReturn<LinkFormValues, unknown, LinkForm>; image: PickedImage };
/** What the last page gave, so that the next one may replace it. */
type Given = PrefilledTexts & { imageUrl?: string };

/** Of pictures that turn out to be none, or too small. */
const TRIED_BY_ITSELF = 3;

/** Fills the form from a page (P149): what one has typed oneself stays, unless one asks for the page's. */
export function usePrefill({ form, image }: Parts) {
	const [news, setNews] = useState<PrefillNews>({ kind: "none" });
	const [page, setPage] = useState<{ texts: PrefilledTexts; pictures: string[] } | null>(null);
	const [shownPicture, setShownPicture] = useState<{ from: string; imageUrl: string } | null>(null);
	const given = useRef<Given>({});
	const work = useRef<AbortController | null>(null);
	const told = useRef<PrefillNews>({ kind: "none" });
	/** The picture on its way, or the last one: false when it was asked for by name and could not be had. */
	const copying = useRef<Promise<boolean>>(Promise.resolve(true));
	useEffect(() => () => work.current?.abort(), []);

	function begin(): AbortSignal {
		work.current?.abort();
		work.current = new AbortController();
		return work.current.signal;
	}

	/** @param sharedTitle what an app that shared the page calls it; the page knows better */
	function start(typed: string, sharedTitle = ""): void {
		const signal = begin();
		const url = withScheme(typed);
		setPage(null);
		if (!isWebAddress(url)) {
			setNews({ kind: "failed", message: INVALID_TARGET });
			return;
		}
		setNews({ kind: "reading", site: siteOf(url) });
		const shared = textsOf({ title: sharedTitle, description: "" });
		fill({ ...shared, targetUrl: url });
		read({ url, shared }, signal).catch((error: unknown) => {
			if (!signal.aborted) setNews({ kind: "failed", ...readFailure(error) });
		});
	}

	async function read({ url, shared }: { url: string; shared: PrefilledTexts }, signal: AbortSignal): Promise<void> {
		const site = siteOf(url);
		const found = await readPage(url, signal);
		if (signal.aborted) return;
		if (found.blocked) {
			setNews({ kind: "blocked", site, by: found.blocked });
			return;
		}
		const texts = { ...shared, ...textsOf(found), targetUrl: url };
		setPage({ texts, pictures: found.pictures });
		takeBackGiven();
		const filled = fill(texts);
		const cut = filled.filter((field) => field !== "targetUrl" && texts[field] !== found[field]);
		const kept = PREFILLED.filter((field) => texts[field] !== undefined && form.getValues(field) !== texts[field]);
		let hasImage = false;
		if (found.pictures.length > 0 && isImageFree()) {
			setNews({ kind: "copying", site });
			const taking = takeFirst(found.pictures.slice(0, TRIED_BY_ITSELF), signal);
			copying.current = taking.then(() => true);
			hasImage = await taking;
			if (signal.aborted) return;
		}
		const isImageMissing = found.pictures.length > 0 && !hasImage && isImageFree();
		setNews({ kind: "filled", site, cut, kept, isImageMissing, filled: hasImage ? [...filled, "image"] : filled });
	}

	/** Fills the fields that are free, or those named. @returns which it filled */
	function fill(texts: PrefilledTexts, fields = freeFields(form.getValues(), given.current)): PrefilledField[] {
		const filled = fields.filter((field) => texts[field] !== undefined);
		for (const field of filled) {
			form.setValue(field, texts[field] ?? "", { shouldDirty: true, shouldValidate: true });
			given.current[field] = texts[field] ?? "";
		}
		return filled;
	}

	/** Nothing of the page before is left beside what the next one says. */
	function takeBackGiven(): void {
		const values = form.getValues();
		for (const field of PREFILLED) {
			if (values[field] === given.current[field]) form.setValue(field, "", { shouldDirty: true });
		}
		if (values.imageUrl !== "" && values.imageUrl === given.current.imageUrl) {
			form.setValue("imageUrl", "", { shouldDirty: true });
			form.setValue("imageSource", "", { shouldDirty: true });
		}
	}

	function isImageFree(): boolean {
		const shown = form.getValues("imageUrl");
		return !image.isTaken() && (shown === "" || shown === given.current.imageUrl);
	}

	async function takeFirst(pictures: string[], signal: AbortSignal): Promise<boolean> {
		for (const from of pictures) {
			const imageUrl = await copyPicture(from, signal).catch(() => null);
			if (signal.aborted) return false;
			if (imageUrl !== null && isImageFree()) {
				show(from, imageUrl);
				return true;
			}
		}
		return false;
	}

	function show(from: string, imageUrl: string): void {
		image.clear();
		form.setValue("imageUrl", imageUrl, { shouldDirty: true });
		form.setValue("imageSource", "upload", { shouldDirty: true });
		given.current.imageUrl = imageUrl;
		setShownPicture({ from, imageUrl });
	}

	/** Takes another of the page's pictures, because somebody asked for it. */
	function choosePicture(from: string): void {
		const signal = begin();
		// A second choice before the first one has come goes back to what stood before both.
		if (news.kind !== "copying") told.current = news;
		const before = told.current;
		setNews({ kind: "copying", site: siteOf(from) });
		copying.current = copyPicture(from, signal).then(
			(imageUrl) => {
				if (signal.aborted) return true;
				show(from, imageUrl);
				setNews(before.kind === "filled" ? { ...before, isImageMissing: false } : before);
				return true;
			},
			(error: unknown) => {
				if (signal.aborted) return true;
				setNews(before);
				image.refuse(readFailure(error).message);
				return false;
			},
		);
	}

	/** Replaces what was typed by what the page says, because somebody asked for it. */
	function replaceTyped(): void {
		if (page === null || news.kind !== "filled") return;
		fill(page.texts, news.kept);
		setNews({ ...news, filled: [...news.kept, ...news.filled], kept: [] });
	}

	/** Waits for the picture that is on its way. @returns false when somebody chose it and it could not be had */
	async function pictureSettled(): Promise<boolean> {
		const waitedFor = copying.current;
		const isHad = await waitedFor;
		if (copying.current !== waitedFor) return pictureSettled();
		copying.current = Promise.resolve(true);
		return isHad;
	}

	function cancel(): void {
		work.current?.abort();
		setNews({ kind: "none" });
	}

	const isShown = shownPicture !== null && shownPicture.imageUrl === form.watch("imageUrl");
	return {
		news,
		isBusy: news.kind === "reading" || news.kind === "copying",
		pictures: page?.pictures ?? [],
		/** The page's picture that the card shows now. */
		chosen: isShown ? shownPicture.from : null,
		/** What the image field calls it. */
		imageName: isShown ? `Image from ${siteOf(shownPicture.from)}` : undefined,
		start,
		choosePicture,
		replaceTyped,
		pictureSettled,
		cancel,
	};
}

export type PrefillOfForm = ReturnType<typeof usePrefill>;
