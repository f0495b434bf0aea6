import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { logFailure } from "#client/lib/log.ts";
import { paths } from "#client/lib/paths.ts";
import { useUnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { useSaveLink } from "./links.queries.ts";
import { afterMaking } from "./made-link.ts";
import { saveFailure } from "./save-failure.ts";
import type { PickedImage } from "./use-picked-image.ts";
import type { SlugAvailabilityCheck } from "./use-slug-availability.ts";

type Parts = {
	link: LinkView | undefined;
	form: UseFormReturn<LinkFormValues, unknown, LinkForm>;
	image: PickedImage;
	slug: SlugAvailabilityCheck;
};

/**
 * Saves the form, tells the outcome by toast, and leaves for the dashboard after success. After a
 * failure everything typed stays, with the server's reason where it belongs.
 */
export function useLinkSubmission({ link, form, image, slug }: Parts) {
	const [progress, setProgress] = useState(0);
	const [reason, setReason] = useState<string | null>(null);
	const [, navigate] = useLocation();
	const save = useSaveLink(link?.linkSlug);
	const unsaved = useUnsavedChanges(form.formState.isDirty || image.file !== null);

	function send(values: LinkForm): void {
		if (slug.state.kind === "taken" || save.isPending) return;
		setProgress(0);
		setReason(null);
		save.mutate({ form: values, image: image.file, onProgress: setProgress }, { onSuccess: leave, onError: explain });
	}

	function leave(saved: LinkView): void {
		unsaved.allow();
		toast({
			title: "Success!",
			description: link ? "Link updated successfully" : "Link created successfully",
			variant: "success",
		});
		navigate(paths.dashboard, { replace: true, state: link ? null : afterMaking(saved.id) });
	}

	function explain(error: Error): void {
		if (!link) logFailure("The link could not be created.", error);
		toast({
			title: "Error",
			description: `Failed to ${link ? "update" : "create"} link. Please try again.`,
			variant: "destructive",
			error,
		});
		const failure = saveFailure(error);
		if (failure?.place === "slug") slug.markTaken(failure.message);
		else if (failure?.place === "image") image.refuse(failure.message);
		else if (failure?.place === "targetUrl")
			form.setError("targetUrl", { message: failure.message }, { shouldFocus: true });
		else setReason(failure?.message ?? null);
	}

	return { submit: form.handleSubmit(send), isSending: save.isPending, progress, reason, unsaved };
}
