import { ImagePlus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { IMAGE_TYPES } from "#shared/links/image-file.ts";
import { useStrayFiles } from "./use-stray-files.ts";

export type ImageDropZoneProps = {
	/** Address of the picture in the card now; null without one. */
	shownUrl: string | null;
	/** Name of the file chosen in this form, not saved yet. */
	fileName: string | undefined;
	problem: string | null;
	onPick: (file: File) => void;
	onRemove: () => void;
};

const HINTS = ["Recommended: 1200x630px", "Max file size: 5MB", "Formats: JPG, PNG, WebP"];

/** Takes a picture by drop, by the file chooser, or pasted anywhere on the page. */
export function ImageDropZone({ shownUrl, fileName, problem, onPick, onRemove }: ImageDropZoneProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [isOver, setIsOver] = useState(false);
	useStrayFiles({ onPaste: onPick });

	return (
		<div className="flex flex-col gap-2">
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the file input inside is the accessible one */}
			<div
				onDragOver={() => setIsOver(true)}
				onDragLeave={() => setIsOver(false)}
				onDrop={(event) => {
					setIsOver(false);
					const [file] = event.dataTransfer.files;
					if (file) onPick(file);
				}}
				className={classNames(
					"relative flex flex-col items-center gap-1.5 rounded-card border-2 border-dashed px-4 py-6 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-human",
					isOver ? "border-accent bg-sunken" : "border-control hover:border-ink",
				)}
			>
				<input
					ref={input}
					id={id}
					type="file"
					accept={IMAGE_TYPES.join(",")}
					aria-label="Drop your image here or click to browse"
					aria-invalid={problem !== null}
					aria-describedby={`${id}-hints ${id}-problem`}
					onChange={(event) => {
						const [file] = event.target.files ?? [];
						if (file) onPick(file);
						// The same file may be chosen again after it was removed.
						event.target.value = "";
					}}
					className="absolute inset-0 size-full cursor-pointer opacity-0"
				/>
				<ImagePlus aria-hidden="true" className="size-8 text-muted" strokeWidth={1.5} />
				<p className="font-medium">Drop your image here or click to browse</p>
				<ul id={`${id}-hints`} className="flex flex-wrap justify-center gap-x-4 text-sm text-muted">
					{HINTS.map((hint) => (
						<li key={hint}>{hint}</li>
					))}
				</ul>
			</div>
			<p id={`${id}-problem`} role="alert" className="text-sm text-danger empty:hidden">
				{problem}
			</p>
			{shownUrl !== null && (
				<p className="flex items-center justify-between gap-3 text-sm text-muted">
					<span className="truncate">{fileName ?? "The link's present image"}</span>
					<Button size="sm" variant="ghost" onClick={() => [onRemove(), input.current?.focus()]}>
						<X aria-hidden="true" />
						Remove image
					</Button>
				</p>
			)}
		</div>
	);
}
