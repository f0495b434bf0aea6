import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { logFailure } from "#client/lib/log.ts";
import { paths } from "#client/lib/paths.ts";
import { useIsThere } from "#client/lib/use-is-there.ts";
import { useUnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { PickedImage } from "../image/use-picked-image.ts";
import { useLookUpLink, useSaveLink } from "../links.queries.ts";
import type { PrefillOfForm } from "../prefill/use-prefill.ts";
import { afterSaving } from "../share/made-link.ts";
import { toastSaved } from "../share/saved-toast.ts";
import type { CompanionForm } from "./companion-form.ts";
import { type LinkFormValues, linkFormValues } from "./link-form-data.ts";
import { LINK_DELETED, type SaveFailure, saveFailure } from "./save-failure.ts";
import type { SlugAvailabilityCheck } from "./use-slug-availability.ts";

type Parts = {
	link: LinkView | undefined;
	form: UseFormReturn<LinkFormValues, unknown, LinkForm>;
	image: PickedImage;
	slug: SlugAvailabilityCheck;
	prefill: PrefillOfForm;
	key: string;
	along: CompanionForm | undefined;
};

/** Awaits pending images. On failure, all input stays and the error is shown in place (P135). */
export function useLinkSubmission({ link, key, form, image, slug, prefill, along }: Parts) {
	const [isWaiting, setIsWaiting] = useState(false);
	const [failure, setFailure] = useState<SaveFailure | null>(null);
	const [theirs, setTheirs] = useState<LinkView | null>(null);
	/** The link when this edit started; undefined for a new one. */
	const base = useRef(link);
	const isThere = useIsThere();
	const [, navigate] = useLocation();
	const save = useSaveLink();
	const { lookUp, know } = useLookUpLink();
	const isDirty = form.formState.isDirty || image.making !== null;
	const unsaved = useUnsavedChanges(isDirty || along?.isDirty === true);

	/** Includes the image as of the moment of sending. */
	const latestSend = useRef(send);
	latestSend.current = send;

	async function sendOnceReady(): Promise<void> {
		if (slug.state.kind === "taken" || save.isPending || isWaiting) return;
		setFailure(null);
		setTheirs(null);
		setIsWaiting(true);
		const problemBefore = image.currentProblem();
		await imagesSettled();
		setIsWaiting(false);
		const problem = image.currentProblem();
		// A failed image is explained at its field. Edits made meanwhile are included.
		const isReady = problem === null || problem === problemBefore;
		if (image.remind() || !isReady || !isThere.current) return;
		const refused = along?.refusedImage();
		if (refused) setFailure({ message: refused.message, places: [], controls: [refused.control] });
		else await form.handleSubmit((values) => latestSend.current(values))();
	}

	/** Loops, because another image may be requested while one is awaited. */
	async function imagesSettled(): Promise<void> {
		const next = () => image.pending() ?? prefill.waitingImage() ?? along?.pendingImage() ?? null;
		for (let pending = next(); pending !== null; pending = next()) await pending;
	}

	function send(values: LinkForm): void {
		const imageUrl = form.getValues("imageUrl") || null;
		save.mutate(
			{
				form: { ...values, imageUrl, imageSource: "upload" },
				domain: form.getValues("domain"),
				edited: base.current,
				key,
				addTo: base.current ? along?.addTo : along?.addAllTo,
			},
			{ onSuccess: leave, onError: explain },
		);
	}

	function leave(saved: LinkView): void {
		const edited = base.current;
		toastSaved({
			...{ saved, edited },
			onMakeAnother: () => navigate(paths.newLink),
			onShowFlag: () => navigate(paths.editLink(saved.linkSlug)),
		});
		along?.onSaved();
		unsaved.allow();
		const { href, state } = dashboardAsLeft();
		const savedLink = afterSaving({ id: saved.id, kind: edited ? "changed" : "new" });
		navigate(href, { replace: true, state: { ...state, ...savedLink } });
	}

	function explain(error: Error): void {
		const edited = base.current;
		if (!edited) logFailure("The link could not be created.", error);
		const description = `Failed to ${edited ? "update" : "create"} link. Please try again.`;
		toastFailure(description, error);
		const found = saveFailure(error, { isOnline: navigator.onLine, along });
		for (const { place, message } of found.places) {
			if (place === "slug") slug.markTaken(message);
			else if (place === "image") image.refuse({ message });
			else form.setError(place, { message });
		}
		setFailure(found);
		if (edited && found.wayOut === "compare") void compare(edited);
	}

	async function compare({ id }: LinkView): Promise<void> {
		try {
			const present = await lookUp(id);
			if (present) setTheirs(present);
			setFailure(present ? null : { message: LINK_DELETED, places: [], wayOut: "make-new" });
		} catch (error) {
			logFailure("The other version could not be loaded.", error);
		}
	}

	const submit = form.handleSubmit(sendOnceReady);

	function keepMine(): void {
		base.current = theirs ?? undefined;
		setTheirs(null);
		void submit();
	}

	function keepTheirs(): void {
		if (!theirs) return;
		setTheirs(null);
		know(theirs);
		goOnFrom(theirs);
	}

	/** Rebases the edit on the current version, keeping the form's changes. */
	function goOnFrom(present: LinkView): void {
		base.current = present;
		image.clear();
		slug.reset();
		form.reset(linkFormValues(present));
		if (link?.linkSlug !== present.linkSlug) navigate(paths.editLink(present.linkSlug), { replace: true });
	}

	function makeNew(): void {
		base.current = undefined;
		void submit();
	}

	const isSending = save.isPending || isWaiting;
	return { submit, isSending, isWaiting, failure, theirs, keepMine, keepTheirs, makeNew, unsaved };
}
