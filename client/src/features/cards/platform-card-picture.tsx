import { Crop } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { LinkPicture } from "#client/components/ui/link-preview.tsx";
import { useObjectUrl } from "#client/lib/use-object-url.ts";
import type { ImageCut } from "#shared/images/image-cut.ts";
import { IMAGE_TYPES, type PictureShape } from "#shared/images/image-file.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import type { CardDraft } from "./card-draft.ts";

type Picture = Pick<CardDraft, "file" | "imageUrl" | "cut">;

/** What the editor needs to have a section chosen: of a file, or of the original of the picture with this `imageUrl`. */
export type PictureEditing = {
	source: File | string;
	shape: PictureShape;
	/** The section that was chosen before, in this form. */
	chosen: ImageCut | null;
	onUse: (section: ImageCut, preview: Blob) => void;
	onClose: () => void;
	/** Leads to another picture, where this one can't be cut. */
	onChooseOther: () => void;
};

type PlatformCardPictureProps = {
	label: string;
	/** Of its control. */
	name: string;
	/** Why it was refused. */
	error: string | undefined;
	/** In which the target draws it. */
	shape: PictureShape;
	draft: Picture;
	linkImageUrl: string | null;
	editPicture: (editing: PictureEditing) => ReactNode;
	onChange: (picture: Partial<Picture>) => void;
};

/** Which picture one target is shown, and which section of it: the link's own one can be cut again, too (P203). */
export function PlatformCardPicture(props: PlatformCardPictureProps) {
	const { label, name, error, shape, draft, linkImageUrl, editPicture, onChange } = props;
	const { file, imageUrl, cut } = draft;
	const input = useRef<HTMLInputElement>(null);
	const [isEditing, setIsEditing] = useState(false);
	const shownFile = useObjectUrl(cut?.preview ?? file);
	const source = file ?? imageUrl ?? linkImageUrl;
	// A picture elsewhere was never fetched, so there is nothing to cut.
	const canEdit = source instanceof File || (source !== null && imageFileName(source) !== null);
	// The browser's own words next to the field name the file that is meant, and no other.
	useEffect(() => {
		if (!input.current) return;
		const meant = new DataTransfer();
		if (file) meant.items.add(file);
		input.current.files = meant.files;
	}, [file]);

	function takeLinks(): void {
		onChange({ file: null, imageUrl: null, cut: null });
		// The button goes.
		input.current?.focus();
	}

	return (
		<>
			<Field label={label} error={error} hint={picked(draft, { linkImageUrl, shape })}>
				{(control) => (
					<div className="flex flex-wrap items-center gap-4">
						<LinkPicture
							imageUrl={shownFile ?? imageUrl ?? linkImageUrl}
							shape={shape}
							className="w-36 shrink-0 rounded-control border"
						/>
						{canEdit && (
							<Button variant="secondary" onClick={() => setIsEditing(true)}>
								<Crop aria-hidden="true" />
								{file || imageUrl ? "Edit" : "Crop for this app"}
							</Button>
						)}
						<input
							{...control}
							ref={input}
							name={name}
							type="file"
							accept={IMAGE_TYPES.join(",")}
							onChange={({ target: { files } }) => files?.[0] && onChange({ file: files[0], cut: null })}
							className="max-w-full min-w-0 text-sm text-muted file:mr-3 file:min-h-11 file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-semibold file:text-ink"
						/>
						{(file || imageUrl) && (
							<Button variant="ghost" onClick={takeLinks}>
								Use the link's image
							</Button>
						)}
					</div>
				)}
			</Field>
			{isEditing &&
				source !== null &&
				editPicture({
					source,
					shape,
					chosen: cut?.section ?? null,
					onUse: (section, preview) =>
						onChange({ imageUrl: source instanceof File ? imageUrl : source, cut: { section, preview } }),
					onClose: () => setIsEditing(false),
					onChooseOther: () => [setIsEditing(false), input.current?.click()],
				})}
		</>
	);
}

type Shown = { linkImageUrl: string | null; shape: PictureShape };

function picked({ file, imageUrl, cut }: Picture, { linkImageUrl, shape }: Shown): string {
	const drawn = shape === "square" ? ", as a square" : "";
	if (file) return `${file.name}${drawn}`;
	if (cut && imageUrl === linkImageUrl) return `The link's image, cropped for this app${drawn}`;
	if (imageUrl) return `Custom image${drawn}`;
	return linkImageUrl ? `The link's image${drawn && ", center-cropped to a square"}` : "No image";
}
