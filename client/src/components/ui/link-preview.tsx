import { Image } from "lucide-react";
import { classNames } from "#client/lib/class-names.ts";
import { imageAddress } from "#client/lib/public-origin.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";

type LinkPreviewProps = {
	title: string;
	description: string;
	imageUrl: string | null;
	address: string;
	isHero?: boolean;
	className?: string;
};

/** A link as a chat shows it: image, title, description, short address. */
export function LinkPreview({ title, description, imageUrl, address, isHero, className }: LinkPreviewProps) {
	return (
		<div className={classNames("overflow-hidden rounded-card border bg-surface text-start", className)}>
			<LinkImage imageUrl={imageUrl} isHero={isHero} className="border-b" />
			{/* As high with short texts as with long ones where they are being written. */}
			<div className={classNames("flex flex-col gap-1 px-4 pt-3 pb-3.5", isHero && "min-h-39")}>
				<p className="truncate text-sm text-muted">{address}</p>
				<p dir="auto" className="line-clamp-2 leading-snug font-semibold wrap-anywhere">
					{title}
				</p>
				<p dir="auto" className="line-clamp-2 text-[0.9375rem] leading-snug text-muted wrap-anywhere">
					{description}
				</p>
			</div>
		</div>
	);
}

type LinkImageProps = Pick<LinkPreviewProps, "imageUrl" | "isHero" | "className"> & { shape?: ImageShape };

/** A link's image, cropped to 1200x630 by default, or a placeholder. */
export function LinkImage({ imageUrl, isHero, shape = "wide", className }: LinkImageProps) {
	const aspect = shape === "square" ? "aspect-square" : "aspect-[1200/630]";
	return (
		<div className={classNames(aspect, "overflow-hidden bg-sunken", className)}>
			{imageUrl === null ? (
				<div className="grid size-full place-items-center text-control">
					<Image aria-hidden="true" className="size-1/3 max-h-12 max-w-12" strokeWidth={1.25} />
				</div>
			) : (
				<img
					src={imageAddress(imageUrl)}
					alt=""
					width={IMAGE_SIZES[shape].width}
					height={IMAGE_SIZES[shape].height}
					className="size-full object-cover"
					fetchPriority={isHero ? "high" : undefined}
					loading={isHero ? "eager" : "lazy"}
					decoding="async"
				/>
			)}
		</div>
	);
}
