import { fittedSize, type Ground } from "#shared/links/images/image-cut.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import type { OpenImage } from "./open-image.ts";

type FitStageProps = {
	sourceImage: OpenImage;
	shape: ImageShape;
	ground: Ground;
	/** The background color; null for a blurred copy. */
	color: string | null;
	/** The color behind transparent pixels. */
	behind: string | null;
};

export function FitStage({ sourceImage: { url, size }, shape, ground, color, behind }: FitStageProps) {
	const made = IMAGE_SIZES[shape];
	const fitted = fittedSize(size, shape);
	const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
	return (
		<div className="grid h-[min(46dvh,24rem)] place-items-center rounded-control bg-sunken p-3">
			<div
				data-ground={ground}
				style={{ aspectRatio: `${made.width} / ${made.height}`, background: color ?? undefined }}
				className="relative grid max-h-full w-full max-w-[calc((min(46dvh,24rem)-1.5rem)*1.905)] place-items-center overflow-hidden rounded-control border"
			>
				{color === null && (
					<img
						src={url}
						alt=""
						className="absolute inset-0 size-full scale-125 blur-xl"
						style={{ objectFit: "fill" }}
					/>
				)}
				<img
					src={url}
					alt=""
					className="relative"
					style={{
						width: share(fitted.width, made.width),
						height: share(fitted.height, made.height),
						background: behind ?? undefined,
					}}
				/>
			</div>
		</div>
	);
}
