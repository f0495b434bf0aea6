import { useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { LinkPicture } from "#client/components/ui/link-preview.tsx";
import { IMAGE_TYPES } from "#shared/links/image-file.ts";

type PlatformCardPictureProps = {
	label: string;
	/** A picture that is not sent yet. */
	file: File | null;
	/** Address of the card's own picture; null shows the link's. */
	imageUrl: string | null;
	linkImageUrl: string | null;
	/** Null takes the link's own picture. */
	onPick: (file: File | null) => void;
};

/** Which picture one target is shown. */
export function PlatformCardPicture({ label, file, imageUrl, linkImageUrl, onPick }: PlatformCardPictureProps) {
	const input = useRef<HTMLInputElement>(null);
	const shownFile = useObjectUrl(file);
	// The browser's own words beside the field name the file that is meant, and no other.
	useEffect(() => {
		if (!input.current) return;
		const meant = new DataTransfer();
		if (file) meant.items.add(file);
		input.current.files = meant.files;
	}, [file]);

	function takeLinks(): void {
		onPick(null);
		// The button goes.
		input.current?.focus();
	}

	return (
		<Field label={label} hint={picked(file, imageUrl)}>
			{(control) => (
				<div className="flex flex-wrap items-center gap-4">
					<LinkPicture
						imageUrl={shownFile ?? imageUrl ?? linkImageUrl}
						className="w-36 shrink-0 rounded-control border"
					/>
					<input
						{...control}
						ref={input}
						type="file"
						accept={IMAGE_TYPES.join(",")}
						onChange={({ target: { files } }) => files?.[0] && onPick(files[0])}
						className="max-w-full min-w-0 text-sm text-muted file:mr-3 file:min-h-11 file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-semibold file:text-ink"
					/>
					{(file || imageUrl) && (
						<Button variant="ghost" onClick={takeLinks}>
							Take the link's own picture
						</Button>
					)}
				</div>
			)}
		</Field>
	);
}

function picked(file: File | null, imageUrl: string | null): string {
	if (file) return file.name;
	return imageUrl ? "It has a picture of its own" : "The link's own picture is shown";
}

/** An address to show a file by. */
function useObjectUrl(file: File | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return;
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => {
			URL.revokeObjectURL(made);
			setUrl(null);
		};
	}, [file]);
	return url;
}
