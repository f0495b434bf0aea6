export type Look = { page: string; card: string; ink: string; muted: string; line: string; link: string };

type Looks = { light: Look; dark: Look };

function look(colors: string): Look {
	const [page = "", card = "", ink = "", muted = "", line = "", link = ""] = colors
		.split(" ")
		.map((color) => `#${color}`);
	return { page, card, ink, muted, line, link };
}

/** Colors near the app's; every text passes WCAG AA on its card. */
export const looks = (light: string, dark: string): Looks => ({ light: look(light), dark: look(dark) });

export type TextRule = {
	lines: number;
	bytes?: number;
	characters?: number;
};

export type CardShape = {
	image: "above" | "below" | "left" | "right" | "behind";
	ratio: number;
	title: TextRule | null;
	description: TextRule | null;
};

/** What the large card requires of an image: pixels, and width by height. */
export type LargeFrom = { width: number; height: number; minRatio?: number; maxRatio?: number };

export type Drawing = {
	name?: string;
	largeFrom: LargeFrom | null;
	large: CardShape | null;
	/** The card for all other images, and, without its image, for none. */
	small: CardShape;
	withButton?: CardShape;
	/** The heaviest image shown, in bytes, as far as known. */
	imageBytes: number;
	/** A longer `og:site_name`, in characters, prevents any card. */
	siteNameMax?: number;
	/** The line with the destination: our short domain, or the site's name (`og:site_name`). */
	label: { says: "address" | "site"; stands: "first" | "last"; before?: string; isUpper?: boolean };
	light: Look;
	dark: Look;
	/** Whether the source is the vendor's own, or other people's tests. */
	isOwnWord: boolean;
	source: { name: string; url?: string };
	checked: `${number}-${number}-${number}`;
	/** Where sources differ, and which one the drawing follows: the safer one. */
	dispute?: string;
};

/** The usual width of a card's image by its height. */
export const WIDE = 1.91;
export const ANY: LargeFrom = { width: 1, height: 1 };
export const MB = 1_000_000;
