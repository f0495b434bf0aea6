import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useRef } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { LeaveDialog } from "#client/components/ui/leave-dialog.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import { refusedSubmission } from "#client/lib/use-focus-first-mistake.ts";
import { publicLinkPath } from "#shared/api-paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { type LinkForm as LinkFormOutput, linkForm } from "#shared/links/link-form.ts";
import { AliasList } from "../aliases/alias-list.tsx";
import { useAliasSlugs } from "../aliases/aliases.queries.ts";
import { formerSlugNote } from "../aliases/former-slug.ts";
import { ImageField } from "../picture/image-field.tsx";
import { usePickedImage } from "../picture/use-picked-image.ts";
import { usePictureCut } from "../picture/use-picture-cut.ts";
import { completeTarget } from "../prefill/page-address.ts";
import { ReadingNote, ReadingOutcome } from "../prefill/reading-news.tsx";
import { StartFromPage } from "../prefill/start-from-page.tsx";
import { usePrefill } from "../prefill/use-prefill.ts";
import { type LinkFormValues, linkFormValues } from "./link-form-data.ts";
import { SaveProblem } from "./save-problem.tsx";
import { ScheduleSection } from "./schedule-section.tsx";
import { SlugField } from "./slug-field.tsx";
import { SmallCard } from "./small-card.tsx";
import { TextFields } from "./text-fields.tsx";
import { TheirVersion } from "./their-version.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useFocusRefusal } from "./use-focus-refusal.ts";
import { useLinkSubmission } from "./use-link-submission.ts";
import { useSlugAvailability } from "./use-slug-availability.ts";
import { UtmSection } from "./utm-section.tsx";

type LinkFormProps = {
	/** The link to edit; without it the form creates one. */
	link?: LinkView;
	userSlug: string;
	/** Whether the plan has custom slugs. */
	hasCustomSlugs: boolean;
	submitLabel: string;
	/** What else on the page is written and not saved, such as 'the card for Discord'. */
	unsavedElsewhere: string | null;
	/** What stands below the live card, for the card as it is being written. */
	belowCard: (card: FormCard) => ReactNode;
};

/** The card as the fields have it. */
export type FormCard = { title: string; description: string; imageUrl: string | null; targetUrl: string };

const CREATE_RULE = "Letters, numbers, underscores and hyphens. Leave blank for a random one.";
const EDIT_RULE = "Letters, numbers, underscores and hyphens.";
const LASTING =
	"Sent messages can't change, and neither can Facebook titles after 50 reactions, comments or shares. Everywhere else, use the fresh link you get after saving.";

/** Creates or edits a link beside a live preview of its card. */
export function LinkForm({ link, userSlug, hasCustomSlugs, submitLabel, unsavedElsewhere, belowCard }: LinkFormProps) {
	const element = useRef<HTMLFormElement>(null);
	const large = useRef<HTMLElement>(null);
	const form = useForm<LinkFormValues, unknown, LinkFormOutput>({
		defaultValues: linkFormValues(link),
		resolver: zodResolver(linkForm) as unknown as Resolver<LinkFormValues, unknown, LinkFormOutput>,
		mode: "onTouched",
		shouldFocusError: false,
	});
	const image = usePickedImage();
	const aliases = useAliasSlugs(link?.id);
	const slug = useSlugAvailability({ isAllowed: hasCustomSlugs, currentSlug: link?.linkSlug, aliases });
	const source = image.file ?? form.watch("imageUrl");
	const cut = usePictureCut(source);
	const prefill = usePrefill({ form, image, cut });
	const submission = useLinkSubmission({ link, form, image, cut, slug, prefill, unsavedElsewhere });
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
	);

	const values = form.watch();
	const prefix = `${shortDomain()}${publicLinkPath(userSlug, "")}`;
	const shownImage = cut.url ?? image.objectUrl ?? (values.imageUrl || null);

	async function pickImage(file: File): Promise<void> {
		prefill.leavePicture();
		if (!(await image.pick(file))) return;
		form.setValue("imageUrl", "", { shouldDirty: true });
	}

	function removeImage(): void {
		prefill.leavePicture();
		image.clear();
		form.setValue("imageUrl", "", { shouldDirty: true });
	}

	function keepTheirs(): void {
		submission.keepTheirs();
		// The button that was pressed goes away; the form does not know its fields until it is drawn again.
		element.current?.querySelector<HTMLInputElement>('[name="title"]')?.focus();
	}

	const card = {
		title: values.title.trim() || "Your Link Title",
		description: values.description.trim() || "A compelling description of your link...",
		imageUrl: shownImage,
	};
	const address = `${prefix}${values.customLinkSlug || "..."}`;

	return (
		<div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-14">
			<SmallCard large={large} card={{ ...card, shortUrl: address }} />
			<div className="lg:order-last">
				<div className="mx-auto flex max-w-[26rem] flex-col gap-6 lg:sticky lg:top-20 lg:-mx-3 lg:-mt-4 lg:max-h-[calc(100dvh-5rem)] lg:max-w-none lg:overflow-y-auto lg:px-3 lg:py-4">
					<section ref={large} aria-label="Live preview">
						<p className="mb-3 text-sm font-semibold text-muted">Live preview</p>
						<LinkPreview {...card} address={address} isHero />
						{link && <p className="mt-3 text-sm text-muted">{LASTING}</p>}
					</section>
					{belowCard({ ...card, targetUrl: values.targetUrl })}
				</div>
			</div>
			<div className="flex min-w-0 flex-col gap-7">
				{!link && <StartFromPage prefill={prefill} />}
				<form
					ref={element}
					noValidate
					onSubmit={(event) => {
						// By Enter nobody has left the field.
						completeTarget(form);
						return submission.submit(event);
					}}
					className="flex min-w-0 flex-col gap-7"
				>
					<Controller
						name="customLinkSlug"
						control={form.control}
						render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
							<SlugField
								note={formerSlugNote(value, { current: link?.linkSlug, aliases })}
								ref={ref}
								value={value}
								prefix={prefix}
								isAllowed={hasCustomSlugs}
								availability={slug.state}
								rule={link ? EDIT_RULE : CREATE_RULE}
								error={fieldState.error?.message}
								onChange={(typed) => {
									slug.reset();
									onChange(typed);
								}}
								onBlur={() => {
									onBlur();
									void slug.check(value);
								}}
							/>
						)}
					/>
					{link && <AliasList linkId={link.id} />}
					<ImageField
						title={values.title}
						shownUrl={shownImage}
						fileName={image.file?.name ?? prefill.imageName}
						source={source}
						cut={cut}
						problem={image.problem}
						onPick={(file) => void pickImage(file)}
						onRemove={removeImage}
					/>
					<TextFields
						form={form}
						onPasteTarget={link ? undefined : (pasted) => prefill.start(pasted, { place: "target" })}
						targetAside={prefill.isBusy && <ReadingNote prefill={prefill} handOn={() => form.setFocus("targetUrl")} />}
						belowTarget={!link && <ReadingOutcome news={prefill.newsAt("target", values.targetUrl)} />}
					/>
					<UtmSection form={form} />
					<ScheduleSection form={form} />
					{submission.theirs && (
						<TheirVersion
							ref={conflict}
							theirs={submission.theirs}
							hadTimes={Boolean(link?.startsAt ?? link?.endsAt ?? link?.afterUrl)}
							onKeepMine={submission.keepMine}
							onKeepTheirs={keepTheirs}
						/>
					)}
					<SaveProblem ref={problem} failure={submission.failure} onMakeNew={submission.makeNew} />
					{submission.isSaved && unsavedElsewhere && (
						<p role="alert" className="rounded-control border bg-surface px-4 py-3">
							Your link is saved. Not saved yet: {unsavedElsewhere}, below.
						</p>
					)}
					{submission.isWaiting && <p role="status">Waiting for the image …</p>}
					{submission.isSending && !submission.isWaiting && image.file && (
						<UploadProgress share={submission.progress} />
					)}
					<div className="flex flex-col-reverse gap-3 border-t pt-6 sm:flex-row sm:justify-end">
						<ButtonLink {...dashboardAsLeft()} variant="secondary" size="lg">
							Cancel
						</ButtonLink>
						<Button type="submit" size="lg" isBusy={submission.isSending} disabled={slug.state.kind === "taken"}>
							{submitLabel}
						</Button>
					</div>
				</form>
			</div>
			<LeaveDialog unsaved={submission.unsaved} />
		</div>
	);
}
