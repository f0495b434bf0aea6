/** Colors as `#rrggbb`: what is around the card, the card, its texts, its lines and its links. */
export type Look = { page: string; card: string; ink: string; muted: string; line: string; link: string };

type Looks = { light: Look; dark: Look };

/** Page, card, ink, muted, line, link. */
function look(colors: string): Look {
	const [page = "", card = "", ink = "", muted = "", line = "", link = ""] = colors
		.split(" ")
		.map((color) => `#${color}`);
	return { page, card, ink, muted, line, link };
}

/** Light and dark colors near to those of the app; every text passes WCAG AA on its card. */
export const looks = (light: string, dark: string): Looks => ({ light: look(light), dark: look(dark) });

/** How much of a text is shown. What is not said is not limited. */
export type TextRule = {
	/** Lines, at the width that the card has there. */
	lines: number;
	/** UTF-8 bytes. */
	bytes?: number;
	/** Characters as people see them. */
	characters?: number;
};

/** A card's layout: where its image is, and what is shown of its texts; null is never shown. */
export type CardShape = {
	image: "above" | "below" | "left" | "right" | "behind";
	/** Width by height. */
	ratio: number;
	title: TextRule | null;
	description: TextRule | null;
};

/** What an image must have for the large card, in pixels, and width by height. */
export type LargeFrom = { width: number; height: number; minRatio?: number; maxRatio?: number };

/** How a platform draws a card. */
export type Drawing = {
	/** What is drawn, where that is more than the platform. */
	name?: string;
	/** Null where every card is the small one. */
	largeFrom: LargeFrom | null;
	large: CardShape | null;
	/** The card for any other image, and, without its image, for none. */
	small: CardShape;
	/** The card that has a button, where there is such a one: it has no label line. */
	withButton?: CardShape;
	/** The heaviest image that it shows, in bytes, as far as anyone knows. */
	imageBytes: number;
	/** A longer `og:site_name`, in characters, and there is no card at all. */
	siteNameMax?: number;
	/** The line that says where the link leads: our short domain, or the site's name (`og:site_name`). */
	label: { says: "address" | "site"; stands: "first" | "last"; before?: string; isUpper?: boolean };
	light: Look;
	dark: Look;
	/** Whether the vendor's own page or source says so, or only those who have looked. */
	isOwnWord: boolean;
	source: { name: string; url?: string };
	/** The day on which someone last compared this row with its source. */
	checked: `${number}-${number}-${number}`;
	/** Where sources differ, and what is drawn then: what is safer to count on. */
	dispute?: string;
};

/** The usual width of a card's image by its height. */
export const WIDE = 1.91;
/** Any image is drawn large. */
export const ANY: LargeFrom = { width: 1, height: 1 };
export const MB = 1_000_000;
