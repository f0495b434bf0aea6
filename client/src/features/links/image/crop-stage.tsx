import { ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "#client/components/ui/button.tsx";
import { aspectOf, type ImageCut, leastCut, nearestCut } from "#shared/links/images/image-cut.ts";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import type { OpenImage } from "./open-image.ts";

type CropStageProps = {
	sourceImage: OpenImage;
	shape: ImageShape;
	/** The initial crop; null starts with as much as fits, centered. */
	start: ImageCut | null;
	/** The color behind transparent pixels; null for none. */
	ground: string | null;
	sizeId: string;
	onCut: (cut: ImageCut) => void;
	/** Called when the user zooms out beyond what a crop can show. */
	onZoomOut: () => void;
};

const MIDDLE = { x: 0, y: 0 };
const ZOOM_STEP = 1.15;
/** Below one, so that zooming out with wheel or fingers is noticed. */
const LEAST_ZOOM = 0.95;

/** Moves and zooms a card's crop by mouse, wheel, touch and keyboard. */
export function CropStage({
	sourceImage: { url, size },
	shape,
	start,
	ground,
	sizeId,
	onCut,
	onZoomOut,
}: CropStageProps) {
	const aspect = aspectOf(shape);
	const widest = Math.min(size.width, size.height * aspect);
	const most = widest / leastCut(shape).width;
	const [crop, setCrop] = useState(MIDDLE);
	const [zoom, setZoom] = useState(1);

	function zoomTo(wanted: number): void {
		if (wanted < 1 && zoom <= 1) {
			onZoomOut();
			return;
		}
		const next = Math.min(Math.max(wanted, 1), most);
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
					minZoom={LEAST_ZOOM}
					maxZoom={most}
					aspect={aspect}
					keyboardStep={8}
					initialCroppedAreaPixels={start ?? undefined}
					disableAutomaticStylesInjection
					cropperProps={{
						role: "application",
						"aria-label": "Crop area. Arrow keys move the image, plus and minus zoom",
						"aria-describedby": sizeId,
					}}
					style={{ mediaStyle: { background: ground ?? undefined } }}
					mediaProps={{ alt: "" }}
					onCropChange={setCrop}
					onZoomChange={(wanted) => (wanted < 1 ? onZoomOut() : setZoom(Math.min(wanted, most)))}
					onCropComplete={(_, pixels) => onCut(nearestCut(pixels, size, shape))}
				/>
			</div>
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
		</>
	);
}
