import { PlatformCard } from "#client/features/links/cards/platform-card.tsx";
import { siteNameOf } from "#client/features/links/cards/site-name.ts";
import seaUrl from "#client/features/public/landing/sea.svg";
import { shortDomain } from "#client/lib/public-origin.ts";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";

type AppCardProps = { app: string; targetUrl: string };

/** A sample card as an app shows it, in both themes, because the HTML is rendered before the theme is known. */
export function AppCard({ app, targetUrl }: AppCardProps) {
	const platform = CARD_PLATFORMS.find(({ id }) => id === app);
	if (!platform) return null;
	const card = {
		title: "Sunset sail: two seats left",
		description: "Saturday at 7 pm, snacks on board.",
		image: { width: 1200, height: 630 },
		imageUrl: seaUrl,
		host: shortDomain(),
		siteName: siteNameOf(targetUrl),
	};
	return (
		<>
			<div className="dark:hidden">
				<PlatformCard isSample isDark={false} platform={platform} card={card} />
			</div>
			<div className="hidden dark:block">
				<PlatformCard isSample isDark platform={platform} card={card} />
			</div>
		</>
	);
}
