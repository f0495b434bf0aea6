import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useKeptForm } from "#client/lib/kept-form.ts";
import { randomKey } from "#client/lib/random-key.ts";
import { refusedSubmission } from "#client/lib/use-focus-first-mistake.ts";
import type { LinkView } from "#shared/links/link.ts";
import { type LinkForm as LinkFormOutput, linkForm } from "#shared/links/link-form.ts";
import { cleanLine, cleanSlug, cleanText } from "#shared/platform/plain-text.ts";
import { useAliasSlugs } from "../aliases/aliases.queries.ts";
import { usePickedImage } from "../image/use-picked-image.ts";
import { usePrefill } from "../prefill/use-prefill.ts";
import type { CompanionForm } from "./companion-form.ts";
import { type LinkFormValues, linkFormValues } from "./link-form-data.ts";
import { useCardHint } from "./use-card-hint.ts";
import { useFocusRefusal } from "./use-focus-refusal.ts";
import { useLinkDomain } from "./use-link-domain.ts";
import { useLinkSubmission } from "./use-link-submission.ts";
import { useSaveKey } from "./use-save-key.ts";
import { useSlugAvailability } from "./use-slug-availability.ts";
import { useTargetField } from "./use-target-field.ts";

type LinkEditingOptions = {
	link?: LinkView | undefined;
	userSlug: string;
	hasCustomSlugs: boolean;
	along?: CompanionForm | undefined;
	/** Shows the part of the page with this `data-view`, where an error is explained. */
	onShowView?: ((view: string) => void) | undefined;
};

/** A link form's state, shared by all of its views: values, image and saving. */
export function useLinkEditing({ link, userSlug, hasCustomSlugs, along, onShowView }: LinkEditingOptions) {
	const element = useRef<HTMLFormElement>(null);
	const form = useForm<LinkFormValues, unknown, LinkFormOutput>({
		defaultValues: linkFormValues(link),
		resolver: zodResolver(linkForm) as unknown as Resolver<LinkFormValues, unknown, LinkFormOutput>,
		mode: "onTouched",
		shouldFocusError: false,
	});
	const image = usePickedImage(take);
	const [key] = useState(randomKey);
	const aliases = useAliasSlugs(link?.id);
	const slug = useSlugAvailability({ isAllowed: hasCustomSlugs, currentSlug: link?.linkSlug, aliases, key });
	const source = form.watch("imageUrl");
	const target = useTargetField(form);
	const prefill = usePrefill({ form, image, target });
	const submission = useLinkSubmission({ link, key, form, image, slug, prefill, along });
	const problem = useRef<HTMLDivElement>(null);
	const conflict = useRef<HTMLElement>(null);
	useFocusRefusal(
		{ form: element, problem, conflict },
		{
			theirs: submission.theirs,
			failure: submission.failure,
			imageProblem: image.problem,
			submission: refusedSubmission(form.formState),
		},
		onShowView,
	);
	useSaveKey(element);
	useKeptForm(`link ${link?.id ?? "new"}`, form);

	const hint = useCardHint(form);
	const values = form.watch();
	const title = cleanLine(values.title);
	const domain = useLinkDomain({ form, link, userSlug });
	const shownImage = image.making?.kind === "sending" ? null : values.imageUrl || null;

	function take(imageUrl: string): void {
		form.setValue("imageUrl", imageUrl, { shouldDirty: true });
	}

	/** @returns the image's URL; null if it was refused, or another was chosen meanwhile */
	function pickImage(file: File): Promise<string | null> {
		prefill.leaveImage();
		return image.pick(file);
	}

	/** Removes a pending or refused file first, then the image. */
	function removeImage(): void {
		prefill.leaveImage();
		const isOfFile = image.making !== null;
		image.clear();
		if (!isOfFile) take("");
	}

	function keepTheirs(): void {
		submission.keepTheirs();
		onShowView?.("edit");
		// The pressed button disappears, and the form's fields aren't registered until the next render.
		element.current?.querySelector<HTMLInputElement>('[name="title"]')?.focus();
	}

	return {
		...{
			link,
			form,
			element,
			image,
			slug,
			source,
			target,
			prefill,
			submission,
			problem,
			conflict,
			hasCustomSlugs,
			domain,
			aliases,
			hint,
		},
		...{ pickImage, removeImage, keepTheirs, shownImage, targetUrl: values.targetUrl, title },
		isDirty: form.formState.isDirty || image.making !== null,
		card: {
			title: title || "Your Link Title",
			description: cleanText(values.description) || "A compelling description of your link...",
			imageUrl: shownImage,
		},
		host: domain.host,
		address: `${domain.address.prefix}${cleanSlug(values.customLinkSlug) || "..."}`,
	};
}

export type LinkEditing = ReturnType<typeof useLinkEditing>;
