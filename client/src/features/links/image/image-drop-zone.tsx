import { Crop, ImagePlus, RefreshCw, X } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { LinkImage } from "#client/components/ui/link-preview.tsx";
import { UploadProgress } from "#client/components/ui/upload-progress.tsx";
import { classNames } from "#client/lib/class-names.ts";
import type { ReadFailure } from "#client/lib/read-failure.ts";
import type { ImageMaking } from "#client/lib/use-image-making.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { IMAGE_TYPES } from "#shared/links/images/image-file.ts";
import { WayOut } from "../form/way-out.tsx";
import { useStrayFiles } from "../prefill/use-stray-files.ts";
import { ImageEditorDialog } from "./image-editor-dialog.tsx";

export type ImageDropZoneProps = {
	/** The URL of the card's current image; null without one. */
	shownUrl: string | null;
	fileName: string | undefined;
	isEdited: boolean;
	source: string;
	making: ImageMaking | null;
	problem: ReadFailure | null;
	images: ReactNode;
	onPick: (file: File) => Promise<string | null>;
	onAgain: () => void;
	onEdited: (imageUrl: string) => void;
	onRemove: () => void;
};

const HINTS = ["Recommended: 1200x630px", "Max file size: 5MB", "Formats: JPG, PNG, WebP"];
/** Touch target height on phones. */
const IN_LINE = "min-h-11 max-sm:[&_svg]:hidden sm:min-h-9";

/** Takes an image by drop, file chooser, or paste anywhere on the page. Its height is the same with and without one. */
export function ImageDropZone(props: ImageDropZoneProps) {
	const { shownUrl, source, making, problem, images, onPick, onAgain, onEdited, onRemove } = props;
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [isOver, setIsOver] = useState(false);
	const [isEditing, setIsEditing] = useState(false);
	useStrayFiles({ onPaste: (file) => void onPick(file) });
	const isChosen = shownUrl !== null || making !== null;
	// An external image was never fetched, so it can't be cropped.
	const canEdit = making === null && imageFileName(source) !== null;

	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the file input inside is the accessible one */}
			<div
				onDragOver={() => setIsOver(true)}
				onDragLeave={() => setIsOver(false)}
				onDrop={(event) => {
					setIsOver(false);
					const [file] = event.dataTransfer.files;
					if (file) void onPick(file);
				}}
				className={classNames(
					"relative min-h-50 rounded-card text-sm transition-colors sm:min-h-38",
					isChosen
						? "grid grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-4 gap-y-2 border p-3"
						: "flex flex-col items-center justify-center gap-1.5 border-2 border-dashed px-4 py-3 text-center focus-ring-within",
					isOver && "border-accent bg-sunken",
					!isOver && (isChosen ? "border-line" : "border-control hover:border-ink"),
				)}
			>
				{isChosen && <ChosenImage {...props} />}
				<div className={isChosen ? "flex flex-wrap gap-2 max-sm:col-span-2 sm:col-start-2" : "contents"}>
					{making?.kind === "refused" && making.mayPass && (
						<Button size="sm" variant="secondary" className={IN_LINE} onClick={onAgain}>
							Try again
						</Button>
					)}
					{canEdit && (
						<Button size="sm" variant="secondary" className={IN_LINE} onClick={() => setIsEditing(true)}>
							<Crop aria-hidden="true" />
							Edit
						</Button>
					)}
					{/* One element in both states, so that it keeps focus. */}
					<span
						key="choose"
						className={
							isChosen
								? classNames(buttonClass({ size: "sm", variant: "secondary" }), IN_LINE, "relative focus-ring-within")
								: "contents"
						}
					>
						<input
							ref={input}
							id={id}
							type="file"
							name="image"
							accept={IMAGE_TYPES.join(",")}
							aria-label={isChosen ? "Change image" : "Drop your image here or click to browse"}
							aria-invalid={problem !== null}
							aria-describedby={`${id}-hints ${id}-problem`}
							onChange={(event) => {
								const [file] = event.target.files ?? [];
								if (file) void onPick(file);
								// The same file may be chosen again after its removal.
								event.target.value = "";
							}}
							className="absolute inset-0 size-full cursor-pointer opacity-0"
						/>
						{isChosen ? (
							<>
								<RefreshCw aria-hidden="true" />
								Change
							</>
						) : (
							<>
								{!images && <ImagePlus aria-hidden="true" className="size-8 text-muted" strokeWidth={1.5} />}
								<span className="text-base font-medium">Drop your image here or click to browse</span>
							</>
						)}
					</span>
					{isChosen && (
						<Button
							size="sm"
							variant="ghost"
							aria-label={making ? "Remove file" : "Remove image"}
							className={IN_LINE}
							onClick={() => [onRemove(), input.current?.focus()]}
						>
							<X aria-hidden="true" />
							Remove
						</Button>
					)}
				</div>
				<ul
					id={`${id}-hints`}
					className={classNames("flex flex-wrap justify-center gap-x-4 text-muted", (isChosen || problem) && "sr-only")}
				>
					{HINTS.map((hint) => (
						<li key={hint}>{hint}</li>
					))}
				</ul>
				{/* Replaces the hints. */}
				<div className={classNames(IN_ZONE, !problem && "contents")}>
					<p id={`${id}-problem`} role="alert" className="inline text-danger">
						{problem?.message}
					</p>{" "}
					<WayOut wayOut={problem?.wayOut} isInline />
				</div>
				{images && <div className={IN_ZONE}>{images}</div>}
			</div>
			{isEditing && canEdit && (
				<ImageEditorDialog
					source={source}
					shape="wide"
					onMade={onEdited}
					onClose={() => setIsEditing(false)}
					onChooseOther={() => [setIsEditing(false), input.current?.click()]}
				/>
			)}
		</>
	);
}

const IN_ZONE = "min-w-0 max-w-full max-sm:col-span-2 sm:col-start-2";

function ChosenImage({ shownUrl, fileName, isEdited, making }: ImageDropZoneProps) {
	return (
		<>
			<LinkImage imageUrl={shownUrl} className="w-28 rounded-control border sm:row-span-4 sm:w-54" />
			<span className="flex min-w-0 flex-col gap-1">
				<span className="truncate">{making?.file.name ?? fileName ?? "Current image"}</span>
				{making?.kind === "sending" && <UploadProgress share={making.share} />}
				{making?.kind === "refused" && <span className="text-muted">Not used. Replace or remove it to save.</span>}
				{!making && isEdited && <span className="text-muted">Cropped by you</span>}
			</span>
		</>
	);
}
