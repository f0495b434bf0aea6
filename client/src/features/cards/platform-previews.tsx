import { useQuery } from "@tanstack/react-query";
import { Moon, Pin, PinOff, Sun } from "lucide-react";
import { memo, useDeferredValue, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import type { LinkCard } from "#shared/cards/card-override.ts";
import { cardTargetOf } from "#shared/cards/card-targets.ts";
import type { CardPlatform } from "#shared/cards/platforms.ts";
import { PICTURE_SIZES } from "#shared/links/image-file.ts";
import type { PreviewedCard } from "./card-previews.tsx";
import { usePinnedPlatforms } from "./pinned-platforms.ts";
import { PlatformCard } from "./platform-card.tsx";
import { platformCardsQuery } from "./platform-cards.queries.ts";
import { useMedia } from "./use-media.ts";

type PlatformPreviewsProps = { card: PreviewedCard; linkId: number | undefined; isWide: boolean };

/** The card on every platform: below one another where there is room, else one at a time (P200). */
export function PlatformPreviews({ card, linkId, isWide }: PlatformPreviewsProps) {
	// The field comes first: what is drawn may be a key press behind.
	const drawn = useDeferredValue(card);
	const { data: cards } = useQuery({ ...platformCardsQuery(linkId ?? 0), enabled: linkId !== undefined });
	const isDarkHere = useMedia("(prefers-color-scheme: dark)");
	const [chosen, setChosen] = useState<boolean | null>(null);
	const { platforms, isPinned, toggle } = usePinnedPlatforms();
	const isDark = chosen ?? isDarkHere;

	const one = (platform: CardPlatform) => (
		<div className="flex flex-col gap-2">
			<Heading platform={platform} isPinned={isPinned(platform)} onPin={toggle} />
			<PlatformCard platform={platform} card={shownOn(platform, drawn, cards)} isDark={isDark} />
		</div>
	);

	return (
		<div className="flex flex-col gap-4">
			<Button
				variant="secondary"
				size="sm"
				className="min-h-11 self-start lg:min-h-9"
				onClick={() => setChosen(!isDark)}
			>
				{isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
				{isDark ? "Light mode" : "Dark mode"}
			</Button>
			{isWide ? (
				<ul className="flex flex-col gap-8">
					{platforms.map((platform) => (
						<li key={platform.id}>{one(platform)}</li>
					))}
				</ul>
			) : (
				<Tabs defaultValue={platforms[0]?.id} className="flex flex-col gap-3">
					<div className="max-w-full overflow-x-auto">
						<TabList aria-label="Apps" className="max-w-none">
							{platforms.map(({ id, name }) => (
								<Tab key={id} value={id} className="min-h-11">
									{name}
								</Tab>
							))}
						</TabList>
					</div>
					{platforms.map((platform) => (
						<TabPanel key={platform.id} value={platform.id}>
							{one(platform)}
						</TabPanel>
					))}
				</Tabs>
			)}
			<p className="text-sm text-muted">
				No preview for {NOT_DRAWN}: we have no reliable source for how they show a card.
			</p>
		</div>
	);
}

/** Platforms without a preview: no source documents how they draw a card, or sources disagree. */
const NOT_DRAWN = "Threads, Signal or Pinterest";

type HeadingProps = { platform: CardPlatform; isPinned: boolean; onPin: (platform: CardPlatform) => void };

/** Apart from what changes with each key. */
const Heading = memo(function Heading({ platform, isPinned, onPin }: HeadingProps) {
	return (
		<div className="flex items-center justify-between gap-2">
			<h3 className="text-base">{platform.name}</h3>
			<Button
				variant="ghost"
				size="icon"
				aria-pressed={isPinned}
				aria-label={`Pin ${platform.name}`}
				onClick={() => onPin(platform)}
			>
				{isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
			</Button>
		</div>
	);
});

/** What this platform is shown: what was saved for it stands before what is being written (P201). */
function shownOn({ id }: CardPlatform, card: PreviewedCard, cards: LinkCard[] | undefined): PreviewedCard {
	const own = cards?.find(({ target }) => target === cardTargetOf(id));
	if (!own) return card;
	return {
		...card,
		title: own.title ?? card.title,
		description: own.description ?? card.description,
		imageUrl: own.imageUrl ?? card.imageUrl,
		button: own.buttonLabel,
		color: own.color,
		picture: own.imageUrl === null ? card.picture : PICTURE_SIZES[own.imageShape ?? "wide"],
	};
}
