import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import type { CardContent } from "#shared/cards/drawn-card.ts";
import { useMedia } from "./use-media.ts";
import { usePictureSize } from "./use-picture-size.ts";

/** A card as it is being written. */
export type WrittenCard = Omit<PreviewedCard, "picture">;

/** A card as it would be shared. */
export type PreviewedCard = CardContent & {
	/** Address of the picture; null without one. */
	imageUrl: string | null;
	/** Discord's accent, as it is written. */
	color?: string | null;
	/** Our short domain. */
	host: string;
	/** Where the link leads, as the card's `og:site_name` says it. */
	siteName: string;
};

const PlatformPreviews = lazy(async () => ({ default: (await import("./platform-previews.tsx")).PlatformPreviews }));

type CardPreviewsProps = {
	card: WrittenCard;
	/** The link whose card it is; without it, one that is not saved yet. */
	linkId: number | undefined;
};

/** 'App previews': open where there is room beside the form, else on request. */
export function CardPreviews({ card, linkId }: CardPreviewsProps) {
	const picture = usePictureSize(card.imageUrl);
	const isWide = useMedia("(min-width: 64rem)");
	const [chosen, setChosen] = useState<boolean | null>(null);
	const isOpen = chosen ?? isWide;
	const panel = useId();
	return (
		<section aria-label="App previews" className="flex flex-col gap-3">
			<h2 className="text-lg">
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={panel}
					onClick={() => setChosen(!isOpen)}
					className="flex min-h-11 w-full items-center justify-between gap-2 rounded-control text-start"
				>
					App previews
					<ChevronDown aria-hidden="true" className={classNames("size-5", isOpen && "rotate-180")} />
				</button>
			</h2>
			<div id={panel} hidden={!isOpen}>
				{isOpen && (
					<PartBoundary>
						<Suspense fallback={<Skeleton className="h-64 w-full" />}>
							<PlatformPreviews card={{ ...card, picture }} linkId={linkId} isWide={isWide} />
						</Suspense>
					</PartBoundary>
				)}
			</div>
		</section>
	);
}
