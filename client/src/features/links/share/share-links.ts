import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import type { Platform } from "#shared/public/platforms/platform.ts";

type ShareLink = { name: string; href: NonNullable<Platform["share"]> };

/** These come first; the others follow in table order. */
const FIRST = ["WhatsApp", "LinkedIn", "X"];

/** Services that a link can be shared on by URL, without their scripts. */
export const SHARE_LINKS: readonly ShareLink[] = [
	...DRAWN_PLATFORMS.flatMap(({ name, share }): ShareLink[] => (share ? [{ name, href: share }] : [])).sort(
		(one, other) => placeOf(one) - placeOf(other),
	),
	{
		name: "E-mail",
		href: ({ url, title }) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
	},
];

function placeOf({ name }: ShareLink): number {
	const place = FIRST.indexOf(name);
	return place < 0 ? FIRST.length : place;
}
