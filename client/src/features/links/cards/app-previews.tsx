import { type ReactNode, useCallback, useDeferredValue, useId, useState } from "react";
import { TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { type CardTarget, cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { CARD_PLATFORMS, type CardPlatform } from "#shared/links/cards/platforms.ts";
import { AppChips } from "./app-chips.tsx";
import { AppMenu } from "./app-menu.tsx";
import { cardOn } from "./card-on.ts";
import type { PreviewedCard } from "./card-previews.tsx";
import { usePinnedPlatforms } from "./pinned-platforms.ts";
import { PlatformCard } from "./platform-card.tsx";
import type { CardsBeingWritten } from "./use-card-drafts.ts";
import { useMedia } from "./use-media.ts";

type AppPreviewsProps = {
	card: PreviewedCard;
	/** The link's custom cards; undefined for a link that isn't saved yet. */
	written?: CardsBeingWritten | undefined;
	isRoomy?: boolean;
	children?: (target: CardTarget, app: string) => ReactNode;
};

/** The card in one app, large, and the other apps' names with what each cuts off (P200). */
export function AppPreviews({ card, written, isRoomy = false, children }: AppPreviewsProps) {
	// Typing has priority: the card may lag behind a key press.
	const drawn = useDeferredValue(card);
	const isDarkHere = useMedia("(prefers-color-scheme: dark)");
	const [chosenTheme, setChosenTheme] = useState<boolean | null>(null);
	const heading = useId();
	const isDark = chosenTheme ?? isDarkHere;
	const { platforms, isPinned, toggle } = usePinnedPlatforms();
	const [chosenHere, setChosenHere] = useState<string | null>(null);
	const chosen = written ? written.shownApp : chosenHere;
	const [warnings, setWarnings] = useState<Record<string, string | null>>({});
	const onBrief = useCallback((id: string, warning: string | null) => {
		setWarnings((all) => (all[id] === warning ? all : { ...all, [id]: warning }));
	}, []);
	const platform = platforms.find(({ id }) => id === chosen) ?? platforms[0];
	const target = cardTargetOf(platform?.id ?? null);
	if (!platform) return null;
	const shown = cardOn(platform, drawn, written);

	return (
		<Tabs
			value={platform.id}
			onValueChange={written ? written.showApp : setChosenHere}
			className="flex min-w-0 flex-col gap-4"
		>
			<AppChips
				platforms={platforms}
				warnings={warnings}
				isCustom={(id) => written?.savedOf(cardTargetOf(id)) !== undefined}
				isRoomy={isRoomy}
			/>
			<TabPanel value={platform.id} aria-labelledby={heading} className="flex min-w-0 flex-col gap-2">
				<div className="flex items-center gap-1">
					<h2 id={heading} className="mr-auto text-lg">
						{platform.name}
					</h2>
					<AppMenu
						app={platform.name}
						isDark={isDark}
						isPinned={isPinned(platform)}
						onTheme={() => setChosenTheme(!isDark)}
						onPin={() => toggle(platform)}
					/>
				</div>
				{/* Remeasured for each app, even if the text is the same. */}
				<PlatformCard key={platform.id} platform={platform} card={shown} isDark={isDark} />
				{children?.(target, platform.name)}
			</TabPanel>
			<Measured card={drawn} written={written} onBrief={onBrief} />
		</Tabs>
	);
}

type MeasuredProps = {
	card: PreviewedCard;
	written: CardsBeingWritten | undefined;
	onBrief: (platformId: string, warning: string | null) => void;
};

/** Renders every card off-screen at its width, because what fits is only known after layout. */
function Measured({ card, written, onBrief }: MeasuredProps) {
	return (
		<div aria-hidden="true" inert className="invisible h-0 max-w-104 overflow-hidden">
			{CARD_PLATFORMS.map((platform: CardPlatform) => (
				<PlatformCard
					key={platform.id}
					isBare
					isDark={false}
					platform={platform}
					card={cardOn(platform, card, written)}
					onBrief={onBrief}
				/>
			))}
		</div>
	);
}
