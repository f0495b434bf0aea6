import { ZoomIn, ZoomOut } from "lucide-react";
import { useId, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "#client/components/ui/button.tsx";
import { aspectOf, type ImageCut, leastCut, nearestCut } from "#shared/images/image-cut.ts";
import type { PictureShape } from "#shared/images/image-file.ts";
import type { OpenPicture } from "./open-picture.ts";

type PictureEditorProps = {
	picture: OpenPicture;
	shape: PictureShape;
	/** The section to begin with; null begins with as much as fits, from the middle. */
	start: ImageCut | null;
	onUse: (cut: ImageCut) => void;
	onCancel: () => void;
};

const MIDDLE = { x: 0, y: 0 };
const ZOOM_STEP = 1.15;

/** Moves and zooms the section that a card shows: by mouse, wheel, touch and keyboard. */
export function PictureEditor({ picture: { url, size }, shape, start, onUse, onCancel }: PictureEditorProps) {
	const id = useId();
	const aspect = aspectOf(shape);
	const widest = Math.min(size.width, size.height * aspect);
	const most = widest / leastCut(shape).width;
	const [crop, setCrop] = useState(MIDDLE);
	const [zoom, setZoom] = useState(1);
	const [cut, setCut] = useState<ImageCut | null>(null);
	const within = (wanted: number) => Math.min(Math.max(wanted, 1), most);

	/** What is in the middle stays there. */
	function zoomTo(wanted: number): void {
		const next = within(wanted);
		setCrop({ x: (crop.x * next) / zoom, y: (crop.y * next) / zoom });
		setZoom(next);
	}

	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the section inside, which takes the focus */}
			<div
				onKeyDown={(event) => {
					if (event.key === "+" || event.key === "=") zoomTo(zoom * ZOOM_STEP);
					if (event.key === "-") zoomTo(zoom / ZOOM_STEP);
				}}
				className="relative h-[min(46dvh,24rem)] overflow-hidden rounded-control bg-[#0D0B0A] [&_[data-testid=cropper]]:-outline-offset-3"
			>
				<Cropper
					image={url}
					crop={crop}
					zoom={zoom}
					minZoom={1}
					maxZoom={most}
					aspect={aspect}
					keyboardStep={8}
					initialCroppedAreaPixels={start ?? undefined}
					disableAutomaticStylesInjection
					cropperProps={{
						role: "application",
						"aria-label": "Crop area. Arrow keys move the image, plus and minus zoom",
						"aria-describedby": `${id}-size`,
					}}
					mediaProps={{ alt: "" }}
					onCropChange={setCrop}
					onZoomChange={(wanted) => setZoom(within(wanted))}
					onCropComplete={(_, pixels) => setCut(nearestCut(pixels, size, shape))}
				/>
			</div>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<div className="flex min-w-56 flex-1 items-center gap-2">
					<Button variant="ghost" size="icon" aria-label="Zoom out" onClick={() => zoomTo(zoom / ZOOM_STEP)}>
						<ZoomOut aria-hidden="true" />
					</Button>
					<input
						type="range"
						aria-label="Zoom"
						aria-valuetext={`${Math.round(zoom * 100)}%`}
						min={1}
						max={Math.max(most, 1.001)}
						step={0.01}
						value={zoom}
						onChange={(event) => zoomTo(Number(event.target.value))}
						className="h-11 min-w-0 flex-1 accent-accent"
					/>
					<Button variant="ghost" size="icon" aria-label="Zoom in" onClick={() => zoomTo(zoom * ZOOM_STEP)}>
						<ZoomIn aria-hidden="true" />
					</Button>
				</div>
				<p id={`${id}-size`} role="status" className="text-sm text-muted tabular-nums">
					{cut && `${cut.width} × ${cut.height} of ${size.width} × ${size.height} pixels`}
				</p>
			</div>
			<div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:flex-wrap sm:justify-end">
				<Button variant="secondary" onClick={onCancel}>
					Cancel
				</Button>
				<Button disabled={cut === null} onClick={() => cut && onUse(cut)}>
					Crop
				</Button>
			</div>
		</>
	);
}
