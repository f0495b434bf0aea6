import { useDeferredValue } from "react";
import { shortDomain } from "#client/lib/public-origin.ts";
import { useObjectUrl } from "#client/lib/use-object-url.ts";
import type { LinkCard } from "#shared/cards/card-override.ts";
import type { CardTarget } from "#shared/cards/card-targets.ts";
import { CARD_PLATFORMS } from "#shared/cards/platforms.ts";
import { pictureShapeOf } from "#shared/cards/target-picture.ts";
import { PICTURE_SIZES } from "#shared/links/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { CardDraft } from "./card-draft.ts";
import { PlatformCard } from "./platform-card.tsx";
import { siteNameOf } from "./site-name.ts";
import { useMedia } from "./use-media.ts";
import { usePictureSize } from "./use-picture-size.ts";

/** The app that stands for a target of several. */
const SHOWN_BY: Partial<Record<CardTarget, string>> = { meta: "facebook", others: "slack" };

type DraftedCardProps = {
	link: LinkView;
	target: CardTarget;
	draft: CardDraft;
	/** What is saved for it. */
	saved: LinkCard | undefined;
};

/** One target's own card as it is being written, drawn as its app would. */
export function DraftedCard({ link, target, draft, saved }: DraftedCardProps) {
	const isDark = useMedia("(prefers-color-scheme: dark)");
	const linkPicture = usePictureSize(link.imageUrl);
	const { file, cut, imageUrl, ...texts } = draft;
	const pickedUrl = useObjectUrl(cut?.preview ?? file);
	const platform = CARD_PLATFORMS.find(({ id }) => id === (SHOWN_BY[target] ?? target));
	const shape = file || cut ? pictureShapeOf(target) : (saved?.imageShape ?? "wide");
	// The field comes first: what is drawn may be a key press behind.
	const card = useDeferredValue({
		title: texts.title.trim() || link.title,
		description: texts.description.trim() || link.description,
		button: texts.buttonLabel.trim() || null,
		color: texts.color.trim() || null,
		imageUrl: pickedUrl ?? imageUrl ?? link.imageUrl,
		picture: file || imageUrl ? PICTURE_SIZES[shape] : linkPicture,
		host: shortDomain(),
		siteName: siteNameOf(link.targetUrl),
	});
	if (!platform) return null;
	return (
		<div className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-24 lg:self-start">
			<h3 className="text-base">As {platform.name} would show it</h3>
			<PlatformCard platform={platform} card={card} isDark={isDark} />
		</div>
	);
}
