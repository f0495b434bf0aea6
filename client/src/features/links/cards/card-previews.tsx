import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { late } from "#client/lib/late.tsx";
import type { CardContent } from "#shared/links/cards/drawn-card.ts";
import { useImageSize } from "./use-image-size.ts";

export type WrittenCard = Omit<PreviewedCard, "image">;

export type PreviewedCard = CardContent & {
	imageUrl: string | null;
	color?: string | null;
	host: string;
	/** The target's site, for the card's `og:site_name`. */
	siteName: string;
};

const AppPreviews = late(
	async () => (await import("./app-previews.tsx")).AppPreviews,
	() => <Skeleton className="h-96 w-full" />,
);

/** 'App previews' next to the form of a new link, on demand, since the card is already above. */
export function CardPreviews({ card }: { card: WrittenCard }) {
	const image = useImageSize(card.imageUrl);
	const [isOpen, setIsOpen] = useState(false);
	const panel = useId();
	return (
		<section aria-label="App previews" className="flex flex-col gap-2">
			<p className="text-lg">
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={panel}
					onClick={() => setIsOpen(!isOpen)}
					className="flex min-h-11 w-full items-center justify-between gap-2 rounded-control text-start font-semibold"
				>
					App previews
					<ChevronDown aria-hidden="true" className={classNames("size-5", isOpen && "rotate-180")} />
				</button>
			</p>
			<div id={panel} hidden={!isOpen}>
				{isOpen && (
					<PartBoundary>
						<AppPreviews card={{ ...card, image }} />
					</PartBoundary>
				)}
			</div>
		</section>
	);
}
