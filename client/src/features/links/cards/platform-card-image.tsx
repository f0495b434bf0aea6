import { Crop } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { LinkImage } from "#client/components/ui/link-preview.tsx";
import { UploadProgress } from "#client/components/ui/upload-progress.tsx";
import type { ImageMaking } from "#client/lib/use-image-making.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { IMAGE_TYPES, type ImageShape } from "#shared/links/images/image-file.ts";

export type ImageEditing = {
	source: string;
	shape: ImageShape;
	onMade: (imageUrl: string) => void;
	onClose: () => void;
	onChooseOther: () => void;
};

type Image = {
	/** Its own image; null uses the link's. */
	imageUrl: string | null;
	savedUrl: string | null;
	making: ImageMaking | null;
	linkImageUrl: string | null;
	shape: ImageShape;
};

type PlatformCardImageProps = Image & {
	label: string;
	name: string;
	error: string | undefined;
	editImage: (editing: ImageEditing) => ReactNode;
	onPick: (file: File) => void;
	onAgain: () => void;
	onDrop: () => void;
	onChange: (imageUrl: string | null) => void;
};

/** One target's image and crop; the link's own image can be cropped here too (P203). */
export function PlatformCardImage(props: PlatformCardImageProps) {
	const { label, name, error, shape, imageUrl, making, linkImageUrl, editImage, onPick, onDrop, onChange } = props;
	const input = useRef<HTMLInputElement>(null);
	const [isEditing, setIsEditing] = useState(false);
	const source = imageUrl ?? linkImageUrl;
	// An external image was never fetched, so it can't be cropped.
	const canEdit = making === null && source !== null && imageFileName(source) !== null;
	const refused = making?.kind === "refused" ? making : null;

	function remove(): void {
		if (making) onDrop();
		else onChange(null);
		// The button disappears.
		input.current?.focus();
	}

	return (
		<>
			<Field label={label} error={refused?.failure.message ?? error} hint={picked(props)}>
				{(control) => (
					<div className="flex flex-wrap items-center gap-4">
						{making?.kind === "sending" ? (
							<div className="w-36 shrink-0">
								<UploadProgress share={making.share} />
							</div>
						) : (
							<LinkImage imageUrl={source} shape={shape} className="w-36 shrink-0 rounded-control border" />
						)}
						{canEdit && (
							<Button variant="secondary" onClick={() => setIsEditing(true)}>
								<Crop aria-hidden="true" />
								{imageUrl ? "Edit" : "Crop for this app"}
							</Button>
						)}
						<input
							{...control}
							ref={input}
							name={name}
							type="file"
							accept={IMAGE_TYPES.join(",")}
							onChange={({ target }) => {
								if (target.files?.[0]) onPick(target.files[0]);
								// The browser's text would name a file that is gone; the hint names the image.
								target.value = "";
							}}
							className="max-w-full min-w-0 text-sm text-transparent file:mr-3 file:min-h-11 file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-semibold file:text-ink"
						/>
						{refused?.mayPass && (
							<Button variant="secondary" onClick={props.onAgain}>
								Try again
							</Button>
						)}
						{(making || imageUrl) && (
							<Button variant="ghost" onClick={remove}>
								{making ? "Remove file" : "Use the link's image"}
							</Button>
						)}
					</div>
				)}
			</Field>
			{isEditing &&
				canEdit &&
				editImage({
					source,
					shape,
					onMade: onChange,
					onClose: () => setIsEditing(false),
					onChooseOther: () => [setIsEditing(false), input.current?.click()],
				})}
		</>
	);
}

function picked({ imageUrl, savedUrl, making, linkImageUrl, shape }: Image): string {
	const drawn = shape === "square" ? ", as a square" : "";
	if (making) return making.file.name;
	if (imageUrl && imageUrl !== savedUrl) return `New image${drawn}`;
	if (imageUrl) return `Custom image${drawn}`;
	return linkImageUrl ? `The link's image${drawn && ", center-cropped to a square"}` : "No image";
}
