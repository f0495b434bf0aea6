import { Controller } from "react-hook-form";
import { cleanSlug } from "#shared/platform/plain-text.ts";
import { AliasList } from "../aliases/alias-list.tsx";
import { formerSlugNote } from "../aliases/former-slug.ts";
import { ImageField } from "../image/image-field.tsx";
import { offersImages, PageImages } from "../prefill/page-images.tsx";
import { ReadingNote, ReadingOutcome } from "../prefill/reading-notice.tsx";
import { MoreOptions } from "./more-options.tsx";
import { SlugField } from "./slug-field.tsx";
import { TextFields } from "./text-fields.tsx";
import type { LinkEditing } from "./use-link-editing.ts";

const CREATE_RULE = "Letters, numbers, underscores and hyphens. Leave blank for a random one.";
const EDIT_RULE = "Letters, numbers, underscores and hyphens.";

/** The fields of a link's form, in the specified order. */
export function LinkFields({ editing }: { editing: LinkEditing }) {
	const { link, form, slug, prefill, image, hasCustomSlugs, domain } = editing;
	const made = image.nameOf(editing.source);
	const imageName = made?.name ?? prefill.imageName;
	return (
		<>
			<Controller
				name="customLinkSlug"
				control={form.control}
				render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
					<SlugField
						ref={ref}
						value={value}
						domain={domain}
						domainError={form.formState.errors.domain?.message}
						isAllowed={hasCustomSlugs}
						availability={slug.state}
						rule={link ? EDIT_RULE : CREATE_RULE}
						note={formerSlugNote(cleanSlug(value), { current: link?.linkSlug, aliases: editing.aliases })}
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
				title={editing.title}
				shownUrl={editing.shownImage}
				fileName={imageName}
				isEdited={made?.isEdited === true}
				source={editing.source}
				making={image.making}
				problem={image.problem}
				images={offersImages(prefill) ? <PageImages prefill={prefill} /> : null}
				onPick={editing.pickImage}
				onAgain={image.again}
				onEdited={(imageUrl) => image.edited(imageUrl, imageName)}
				onRemove={editing.removeImage}
			/>
			<TextFields
				form={form}
				target={editing.target}
				onPasteTarget={link ? undefined : (pasted) => prefill.start(pasted, { place: "target" })}
				targetAside={prefill.isBusy && <ReadingNote prefill={prefill} handOn={() => form.setFocus("targetUrl")} />}
				belowTarget={!link && <ReadingOutcome notice={prefill.notifiedAt("target", editing.targetUrl)} />}
			/>
			<MoreOptions form={form} />
		</>
	);
}
