import { useId, useMemo, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import {
	canBeCut,
	GROUNDS,
	type Ground,
	type ImageCut,
	isCroppedAtFirst,
	wholeOf,
} from "#shared/links/images/image-cut.ts";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import { CropStage } from "./crop-stage.tsx";
import { FitStage } from "./fit-stage.tsx";
import { groundsOf } from "./image-grounds.ts";
import type { OpenImage } from "./open-image.ts";

type ImageEditorProps = {
	sourceImage: OpenImage;
	shape: ImageShape;
	/** The initial crop; null starts with the server's choice. */
	start: ImageCut | null;
	isBusy: boolean;
	onUse: (cut: ImageCut) => void;
	onCancel: () => void;
};

const FRAMINGS = [
	{ value: "crop", label: "Crop" },
	{ value: "fit", label: "Fit" },
] as const;
const GROUND_NAMES: Record<Ground, string> = { blur: "Blur", white: "White", black: "Black", edge: "Edge color" };

/** Chooses what a card shows of an image: a crop that fills it, or the whole image on a background (P500). */
export function ImageEditor({ sourceImage, shape, start, isBusy, onUse, onCancel }: ImageEditorProps) {
	const sizeId = useId();
	const { size } = sourceImage;
	const grounds = useMemo(() => groundsOf(sourceImage, shape), [sourceImage, shape]);
	const canCrop = canBeCut(size, shape);
	const startsCropped = start ? !start.fit : isCroppedAtFirst(size, shape);
	const [isFit, setIsFit] = useState(!startsCropped || !canCrop);
	const [chosen, setChosen] = useState<Ground | undefined>(start?.ground);
	const [cut, setCut] = useState<ImageCut | null>(null);

	const isPlain = chosen === "white" || chosen === "black";
	const ground = isFit ? (chosen ?? grounds.behind ?? "blur") : isPlain ? chosen : grounds.behind;
	const offered = isFit ? GROUNDS : grounds.behind ? (["white", "black"] as const) : [];
	const behind = grounds.behind && grounds.colorOf(isPlain ? chosen : grounds.behind);

	function use(): void {
		if (isFit) onUse({ ...wholeOf(size), ...(ground && { ground }) });
		else if (cut) onUse({ ...cut, ...(grounds.behind && ground && { ground }) });
	}

	return (
		<>
			{isFit ? (
				<FitStage
					sourceImage={sourceImage}
					shape={shape}
					ground={ground ?? "blur"}
					color={grounds.colorOf(ground ?? "blur")}
					behind={behind}
				/>
			) : (
				<CropStage
					sourceImage={sourceImage}
					shape={shape}
					start={start?.fit ? null : start}
					ground={behind}
					sizeId={sizeId}
					onCut={setCut}
					onZoomOut={() => setIsFit(true)}
				/>
			)}
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Segments
					legend="Framing"
					options={canCrop ? FRAMINGS : FRAMINGS.slice(1)}
					value={isFit ? "fit" : "crop"}
					onChange={(value) => setIsFit(value === "fit")}
				/>
				{offered.length > 0 && (
					<Segments
						legend="Background"
						options={offered.map((value) => ({ value, label: GROUND_NAMES[value] }))}
						value={ground ?? "blur"}
						onChange={setChosen}
					/>
				)}
				<p id={sizeId} role="status" className="text-sm text-muted tabular-nums">
					{!isFit && cut && `${cut.width} × ${cut.height} of ${size.width} × ${size.height} pixels`}
				</p>
			</div>
			<div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:flex-wrap sm:justify-end">
				<Button variant="secondary" onClick={onCancel}>
					Cancel
				</Button>
				<Button isBusy={isBusy} disabled={!isFit && cut === null} onClick={use}>
					{isFit ? "Fit" : "Crop"}
				</Button>
			</div>
		</>
	);
}
